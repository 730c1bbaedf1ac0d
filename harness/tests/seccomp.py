"""System calls that fail on purpose in a child process: what a sandbox or a broken device does to a program."""

import ctypes
import platform
import struct

ALLOW, FAIL_WITH = 0x7FFF0000, 0x00050000
LOAD, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, THIRD_ARGUMENT = 0, 32  # offsets in the kernel's struct seccomp_data
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2

X86_64 = {"read": 0, "pread64": 17, "readv": 19, "readahead": 187, "io_setup": 206, "io_submit": 209, "fadvise64": 221, "preadv": 295,
          "preadv2": 327, "io_uring_setup": 425, "io_uring_enter": 426}


def available():
    return platform.system() == "Linux" and platform.machine() == "x86_64"


def failing(calls, error, at_least=0):
    """For preexec_fn: these system calls fail with `error`; with `at_least`, only reads of as many bytes, so that the program
    still loads its libraries."""
    code = b"".join(rule(X86_64[call], error, at_least) for call in calls) + instruction(RETURN, ALLOW)
    program = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)

    def apply():
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or libc.prctl(PR_SET_SECCOMP, FILTER, header, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    apply.program = program  # which the header points to
    return apply


def rule(number, error, at_least):
    return b"".join([
        instruction(LOAD, NUMBER),
        instruction(IF_EQUAL, number, 0, 3),
        instruction(LOAD, THIRD_ARGUMENT),
        instruction(IF_AT_LEAST, at_least, 0, 1),
        instruction(RETURN, FAIL_WITH | error),
    ])


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("=HBBI", code, if_true, if_false, value)
