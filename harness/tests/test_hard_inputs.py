"""Every strategy against every hard input: a fixed table of what must come out, digest and counts or which refusal.

The table is by family, because what a strategy can promise follows from how it knows the end of a file: to_end asks until there is
no more, sized trusts the size at open.
"""

import contextlib
import errno
import os
import tempfile
import threading
import time
from pathlib import Path

import pytest

import seccomp
from conftest import NOBODY, SYSTEM, needs_linux, needs_posix, needs_root
from worker import ask, dataset, digest, digest_of_zeros, outcome, request, sanitized, strategies

try:
    import resource
except ImportError:  # Windows
    resource = None

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
MOST_OF_ONE_READ = 0x7FFFF000  # Linux gives no more at once

TO_END = {"ifstream", "ifstream_text", "ifstream_rdbuf", "istreambuf_iterator", "stdio", "stdio_plain", "read", "readv", "fadvise", "fadvise_dontneed",
          "readahead", "reader_thread", "mac_rdadvise", "mac_dispatch_io", "whole_growing", "append_reallocate",
          "win_readfile", "crt_read", "crt_fopen"}
HINTED = {"fadvise", "fadvise_dontneed", "readahead", "mac_rdadvise"}
TO_END_AT_OFFSETS = {"preadv", "preadv2", "nowait_pool"}
MAPPED = {"mmap", "mmap_window", "mmap_padded", "win_mapview", "win_mapview_window"}
SIZED = {"pread", "pread_chunks", "pread_own_handles", "mac_nocache", "mac_rdahead", "whole", "whole_vector", "whole_huge",
         "win_scatter", "win_own_handles", "win_shared_handle", "win_shared_sync"}
RINGS = {"uring", "uring_fixed", "uring_defer", "uring_sqpoll", "uring_iopoll", "libaio", "aio", "mac_lio_listio", "win_overlapped",
         "win_iocp", "win_ioring"}
WHOLE_FILE = {"ifstream_rdbuf", "istreambuf_iterator", "whole", "whole_vector", "whole_huge", "whole_growing", "append_reallocate"}
FAMILIES = {"to_end": TO_END, "to_end_at_offsets": TO_END_AT_OFFSETS, "mapped": MAPPED, "sized": SIZED, "rings": RINGS}


STRATEGIES = strategies()
EVERY = pytest.mark.parametrize("name", sorted(STRATEGIES))
PLAIN_BUILD = pytest.mark.skipif(sanitized(), reason="what is taken away here the sanitizers need for themselves")


def test_every_strategy_is_in_one_family():
    assert len(STRATEGIES) > 10
    for name in STRATEGIES:
        assert [family for family, names in FAMILIES.items() if name in names] != [], f"{name} is not in the table"


def family_of(name):
    return next(family for family, names in FAMILIES.items() if name in names)


def verify(name, path, content_digest, size, knobs=None, **how):
    data = dataset(os.fsencode(path), size, content_digest)
    return ask(request("verify", STRATEGIES[name], data, knobs), **how)


def verify_content(name, path, content, **how):
    return outcome(*verify(name, path, digest(content), len(content), **how))


def may_be_unsupported(name):
    """Not all machines have them (poll queues, reserved huge pages): then the reason is all there is to check."""
    return name in {"uring_iopoll", "whole_huge", "preadv2", "nowait_pool", "win_scatter"} | RINGS


def check(name, found, status, *words):
    got, sentence = found
    if got == "unsupported" and may_be_unsupported(name):
        assert sentence, name
        return
    assert got == status, (name, got, sentence)
    assert not words or any(word in sentence for word in words), (name, sentence)


def text(size):
    return (b"a line of text, the %d-th of its file\n" * (size // 30 + 1))[:size]


# What is ordinary but awkward: every strategy reads it.

SIZES = [0, 1, 63, 64, 65, 4095, 4096, 4097, 65536, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 17]


@EVERY
def test_sizes_at_and_around_buffer_page_and_block(tmp_path, name):
    for size in SIZES:
        path = tmp_path / f"file{size}"
        path.write_bytes(text(size))
        check(name, verify_content(name, path, text(size)), "ok")


@EVERY
def test_nul_bytes_and_binary(tmp_path, name):
    content = bytes(range(256)) * 3000 + bytes(100_000) + b"\x1a\r\n\xff"
    (tmp_path / "binary").write_bytes(content)
    check(name, verify_content(name, tmp_path / "binary", content), "ok")


NAMES = [b"two words", b"it's", b"100%25", b"-rf", "l\u00f6g \u8a18\u9332 \U0001f388.txt".encode(), b"deep/" * 60 + b"down"]
NAMES_OF_POSIX = [b"quo\"te", b"new\nline", b"not utf-8 \xff\xfe", b"back\\slash"]
NAMES_OF_DEVICES = [b"con", b"nul.txt", b"aux", b"com1.log"]  # which Windows takes for devices unless told not to


@EVERY
def test_names_of_every_kind(tmp_path, name):
    content = text(5000)
    for odd in NAMES + (NAMES_OF_DEVICES if SYSTEM == "Windows" else NAMES_OF_POSIX):
        path = os.path.join(os.fsencode(tmp_path), odd.replace(b"/", os.fsencode(os.sep)))
        reachable = b"\\\\?\\" + path if os.name == "nt" else path  # whatever its length and name
        os.makedirs(os.path.dirname(reachable), exist_ok=True)
        with open(reachable, "wb") as file:
            file.write(content)
        check(name, verify_content(name, path, content), "ok")


# Sizes beyond 32 bits, of sparse files: nothing but zeros, one line without an end.


@pytest.fixture(scope="module")
def huge(data_dir):
    """(path, size, digest) just beyond what one read gives, and just beyond 2^32."""
    made = {}
    for size in (MOST_OF_ONE_READ + 4097, 4 * GIB + 1):
        path = data_dir / f"sparse_{size}"
        with open(path, "wb") as file:
            file.truncate(size)
        made[size] = (path, digest_of_zeros(size))
    yield made
    for path, _ in made.values():
        path.unlink()


@EVERY
def test_beyond_32_bits_in_constant_memory(huge, name):
    """One line of over 2 GiB (the whole-file readers) or 4 GiB; block readers hold no more than their blocks."""
    size = MOST_OF_ONE_READ + 4097 if name in WHOLE_FILE else 4 * GIB + 1
    path, content_digest = huge[size]
    replies, code, err = verify(name, path, content_digest, size, {"buf": "8MiB"} if "buf" in knob_names(name) else None)
    found = outcome(replies, code, err)
    if found[0] == "unsupported" and name in WHOLE_FILE:
        assert "memory" in found[1] or "huge" in found[1] or "quadratic" in found[1], found
        return
    check(name, found, "ok")
    if found[0] == "ok":
        anonymous = replies["verified"]["counters"]["rss_anon_bytes"]
        most = 3 * size if name in WHOLE_FILE else 100 * MIB
        assert anonymous is None or anonymous <= most, (name, anonymous)


def knob_names(name):
    return {k["key"] for k in STRATEGIES[name]["knobs"]}


# What has no honest size.


@EVERY
def test_a_proc_file_of_size_zero(name):
    needs_linux()
    content = Path("/proc/filesystems").read_bytes()
    found = verify_content(name, "/proc/filesystems", content)
    if name in TO_END | TO_END_AT_OFFSETS:
        check(name, found, "ok")
    else:  # they trust the size: the row says how many bytes are missing
        check(name, found, "wrong", f"0 of {len(content)} bytes")


@EVERY
def test_a_fifo_is_streamed(tmp_path, name):
    needs_posix("FIFOs with a name in a folder")
    content = text(700_000)
    path = tmp_path / "fifo"
    os.mkfifo(path)

    def write(process):
        def work():
            try:
                with open(path, "wb") as fifo:
                    fifo.write(content)
            except BrokenPipeError:
                pass

        threading.Thread(target=work, daemon=True).start()

    found = outcome(*verify(name, path, digest(content), len(content), during=write))
    if name in TO_END - HINTED:
        check(name, found, "ok")
    elif name in HINTED | TO_END_AT_OFFSETS:  # it has no offsets, and takes no hints
        check(name, found, "failed", "Illegal seek", "Invalid argument")
    else:  # it has no size
        check(name, found, "wrong", f"0 of {len(content)} bytes")


# What cannot be read.

LOOP_ON_WINDOWS = ["cannot be resolved", "Invalid argument"]  # the system's words, and what the C runtime makes of them


@EVERY
def test_a_directory(tmp_path, name):
    (tmp_path / "entry").touch()  # so that the directory has a size everywhere
    found = outcome(*verify(name, tmp_path, digest(b"x"), 1))
    if SYSTEM == "Windows":  # the library's words, the C runtime's, and those of its own calls under Wine and at home
        words = {name: ["Is a directory", "Permission denied", "Access denied", "Access is denied"]}
    else:
        words = {"libaio": ["Invalid argument"], "readahead": ["Invalid argument"], "whole": ["it has grown"]}
        words |= dict.fromkeys(MAPPED, ["No such device"])
    check(name, found, "failed", *words.get(name, ["Is a directory"]))


@EVERY
def test_links_that_lead_nowhere(tmp_path, name):
    (tmp_path / "loop").symlink_to("loop")
    check(name, outcome(*verify(name, tmp_path / "loop", digest(b"x"), 1)), "failed", "Too many levels", "too many levels", *LOOP_ON_WINDOWS)
    (tmp_path / "dangling").symlink_to("nowhere")
    check(name, outcome(*verify(name, tmp_path / "dangling", digest(b"x"), 1)), "failed", "No such file", "File not found", "cannot find the file")


@EVERY
def test_no_permission(tmp_path_factory, name):
    needs_root()
    with open_to_all_folder() as folder:
        path = folder / "secret"
        path.write_bytes(b"x")
        path.chmod(0)
        check(name, outcome(*verify(name, path, digest(b"x"), 1, user=NOBODY)), "failed", "Permission denied")


@contextlib.contextmanager
def open_to_all_folder():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@PLAIN_BUILD
@EVERY
def test_too_many_open_files(tmp_path, name):
    needs_posix("limit of open files")
    (tmp_path / "file").write_bytes(text(5000))
    few = 4  # stdin, stdout, stderr, and the protocol's copy of stdout
    found = verify_content(name, tmp_path / "file", text(5000), preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
    assert found[0] == ("unsupported" if name in RINGS - {"libaio"} else "failed"), (name, found)
    assert "Too many open files" in found[1], (name, found)


# Files that change.


@EVERY
def test_a_file_that_has_shrunk_is_wrong(tmp_path, name):
    (tmp_path / "file").write_bytes(text(100_000))
    found = verify_content(name, tmp_path / "file", text(200_000))
    if name == "ifstream_text" and SYSTEM == "Windows":  # which may end a file early; fewer bytes are a finding
        check(name, found, "ok")
    else:
        check(name, found, "wrong", "100000 of 200000")


@EVERY
def test_a_file_that_has_grown_is_wrong(tmp_path, name):
    (tmp_path / "file").write_bytes(text(3_000_000))
    found = verify_content(name, tmp_path / "file", text(200_000))
    if name == "whole":  # its memory is as large as the file was
        check(name, found, "failed", "it has grown")
    else:
        check(name, found, "wrong", "of 200000")


@EVERY
def test_a_file_that_grows_for_ever_does_not_keep_the_reader(tmp_path, name):
    path = tmp_path / "log"
    path.write_bytes(text(MIB))
    stop = threading.Event()

    def append():
        with open(path, "ab") as file:
            while not stop.is_set() and file.tell() < 400 * MIB:
                file.write(text(MIB))
                file.flush()

    writer = threading.Thread(target=append)
    writer.start()
    try:
        found = verify_content(name, path, text(MIB))
    finally:
        stop.set()
        writer.join()
    assert found[0] in ("wrong", "ok", "unsupported", "failed"), (name, found)  # and ended, which is the point


@EVERY
def test_a_file_cut_while_it_is_read_is_a_sentence_and_no_crash(tmp_path, name):
    """Cut and restored as fast as it goes, while ten passes read it."""
    if name in MAPPED:
        needs_posix("way to cut a file that is mapped")
    path = tmp_path / "file"
    size = 40 * MIB
    path.write_bytes(text(size))
    stop = threading.Event()

    def cut():
        while not stop.is_set():
            os.truncate(path, 4096)
            os.truncate(path, size)
            time.sleep(0.001)

    cutter = threading.Thread(target=cut)
    data = dataset(os.fsencode(path), size, digest(b""))
    cutter.start()
    try:
        found = outcome(*ask(request("measure", STRATEGIES[name], data, use="sum", iterations=10, warmup=0)))
    finally:
        stop.set()
        cutter.join()
    assert found[0] in ("ok", "wrong", "failed", "unsupported"), (name, found)


# Systems that refuse: sandboxes, and devices that fail.

sandbox = pytest.mark.skipif(SYSTEM != "Linux" or not seccomp.available(), reason="system calls are denied by seccomp on x86-64 Linux")
READ_CALLS = ["read", "pread64"]
VECTOR_CALLS = ["readv", "preadv", "preadv2"]


@sandbox
@pytest.mark.parametrize("name, call", [(n, "io_uring_setup") for n in sorted(RINGS) if n.startswith("uring")] +
                         [("libaio", "io_setup"), ("nowait_pool", "preadv2"), ("preadv2", "preadv2"), ("fadvise", "fadvise64"),
                          ("fadvise_dontneed", "fadvise64"), ("readahead", "readahead"), ("readv", "readv"), ("preadv", "preadv")])
@pytest.mark.parametrize("error", [errno.EPERM, errno.ENOSYS])
def test_a_sandbox_that_denies_the_call(tmp_path, name, call, error):
    if name not in STRATEGIES:
        pytest.skip(f"{name} is not built here")
    (tmp_path / "file").write_bytes(text(5000))
    data = dataset(os.fsencode(tmp_path / "file"), 5000, digest(text(5000)))
    replies, code, err = ask(request("verify", STRATEGIES[name], data), preexec=seccomp.failing([call], error))
    status, reason = outcome(replies, code, err)
    # What was not asked in advance: a call that does not exist is not supported, one that is denied failed.
    assert status == ("unsupported" if "refuse" in replies or error == errno.ENOSYS else "failed"), (name, replies, err)
    assert "refuse" not in replies or replies["refuse"]["errno"] == error, replies
    assert os.strerror(error) in reason, (name, replies)


@PLAIN_BUILD
@sandbox
@pytest.mark.parametrize("name", sorted(set(STRATEGIES) - MAPPED - RINGS))
def test_a_device_that_fails(tmp_path, name):
    content = text(3 * MIB)
    (tmp_path / "file").write_bytes(content)
    apply_reads = seccomp.failing(READ_CALLS, errno.EIO, at_least=8000)
    apply_vectors = seccomp.failing(VECTOR_CALLS, errno.EIO)

    def broken():
        apply_reads()
        apply_vectors()

    found = verify_content(name, tmp_path / "file", content, preexec=broken)
    check(name, found, "failed", "Input/output error")
