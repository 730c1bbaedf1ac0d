"""Numbers and names as people read them. Nothing here depends on the locale."""

import datetime
import re
from typing import Optional, Tuple

KIB = 1024

# Characters that could break a terminal, a line of a table, or the order in which text is shown.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]")

_NUMBER = re.compile(r"(\d+)([kKmMgGtT](?:i?[bB])?|[bB])?(?![A-Za-z0-9])|(\d+)")

_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}


def printable(text) -> str:
    """The text on one line, with what a person should not be shown raw as %XX of its UTF-8 bytes; a byte of a
    path that was not UTF-8 becomes %XX of itself."""
    return _UNSAFE.sub(lambda m: "".join(f"%{b:02X}" for b in _bytes_of(m.group())), str(text))


def _bytes_of(character: str) -> bytes:
    escaped = "\udc80" <= character <= "\udcff"
    return character.encode("utf-8", "surrogateescape" if escaped else "surrogatepass")


def shortened(text: str, width: int) -> str:
    """At most `width` characters; the middle gives way, since both ends of a name tell it apart."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head):]}"


def one_line(text: str, width: int = 240) -> str:
    """For a reason, which may be the last 4 KiB that a program said: white space made single, the middle cut."""
    return shortened(" ".join(text.split()), width)


def size_of(text: str) -> Optional[int]:
    """Bytes of a knob's canonical size ("64KiB", "150MB", "512B"); None when it is not one."""
    match = re.fullmatch(r"(\d+)([KMGT]i?B|kB|B)", text, re.ASCII)
    return _scaled(match.group(1), match.group(2)) if match else None


def _scaled(digits: str, suffix: Optional[str]) -> int:
    power = _POWERS.get((suffix or "b")[0].lower(), 0)
    return int(digits) * (KIB if "i" in (suffix or "") else 1000) ** power


def natural_key(text: str) -> Tuple:
    """Sorts digits as numbers and sizes as sizes: 2k < 10k < 150mb < 5gb, 4KiB < 64KiB < 1MiB."""
    parts = []
    end = 0
    for match in _NUMBER.finditer(text):
        if match.start() > end:
            parts.append((1, 0, text[end : match.start()]))
        number = int(match.group(3)) if match.group(3) else _scaled(match.group(1), match.group(2))
        parts.append((0, number, ""))
        end = match.end()
    if end < len(text):
        parts.append((1, 0, text[end:]))
    return (tuple(parts), text)


def gb_per_s(size: Optional[int], ns: Optional[float]) -> Optional[float]:
    """Bytes per nanosecond are GB/s. None where a rate means nothing."""
    if not size or not ns or size < 0 or ns < 0:
        return None
    return size / ns


def significant(value: float, digits: int = 3) -> str:
    """Three significant digits without an exponent: 0.00123, 1.23, 12.3, 1230."""
    if value == 0:
        return "0"
    if not abs(value) < 1e21:
        return "-"
    if abs(value) >= 10 ** (digits - 1):
        return f"{value:.0f}"
    text = f"{value:.{digits - 1}e}"
    exponent = int(text[text.index("e") + 1 :])
    return f"{value:.{max(0, digits - 1 - exponent)}f}"


_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns"))


def _time_unit(ns: float) -> Tuple[float, str]:
    return next((t for t in _TIMES if abs(ns) >= t[0]), _TIMES[-1])


def duration(ns: Optional[float]) -> str:
    """"1.25 ms"; "-" where there is none."""
    if ns is None:
        return "-"
    scale, unit = _time_unit(ns)
    return f"{significant(ns / scale)} {unit}"


def duration_range(low: Optional[float], high: Optional[float]) -> str:
    """"1.21..1.31 ms", both ends in the unit of the upper one."""
    if low is None or high is None:
        return "-"
    scale, unit = _time_unit(high)
    return f"{significant(low / scale)}..{significant(high / scale)} {unit}"


def rate(value: Optional[float]) -> str:
    return "-" if value is None else significant(value)


def percent(share: Optional[float]) -> str:
    if share is None:
        return "-"
    value = share * 100
    return f"{value:.0f} %" if value >= 9.95 else f"{significant(value, 2)} %"


def decimal_bytes(size: Optional[int]) -> str:
    """"12.8 MB"; "-" where there is none."""
    if size is None:
        return "-"
    value = float(size)
    names = ("B", "kB", "MB", "GB", "TB", "PB")
    for name in names:
        if abs(value) < 1000 * 0.9995 or name == names[-1]:
            break
        value /= 1000
    return f"{significant(value) if name != 'B' else int(value)} {name}"


def exact_size(size: int) -> str:
    """"64KiB" where it is a whole number of a binary unit: ticks of a buffer axis."""
    for power, name in ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if size and size % KIB**power == 0:
            return f"{size // KIB ** power}{name}"
    return f"{size}B"


def utc(ns: Optional[int]) -> str:
    """"2026-11-30 17:15 UTC"; "-" where there is none or it is no date."""
    if ns is None:
        return "-"
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=ns // 10**9)
    except OverflowError:
        return "-"
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def counted(n: int, one: str, many: Optional[str] = None) -> str:
    """"1 case", "2 cases"."""
    return f"{n} {one if n == 1 else many or one + 's'}"
