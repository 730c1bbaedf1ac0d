"""Numbers and names as people read them."""

import locale

import pytest

from readmark_report import units


@pytest.mark.parametrize("value, text", [(0, "0"), (1.234, "1.23"), (12.34, "12.3"), (123.4, "123"), (1234.0, "1234"),
                                         (0.001234, "0.00123"), (0.9999, "1.00"), (9.999, "10.0"), (1e-9, "0.00000000100")])
def test_significant_keeps_three_digits_without_an_exponent(value, text):
    assert units.significant(value) == text


def test_a_number_that_is_none_becomes_a_dash():
    assert units.significant(float("inf")) == "-"
    assert units.significant(float("nan")) == "-"
    assert units.rate(None) == units.duration(None) == units.percent(None) == units.decimal_bytes(None) == "-"


@pytest.mark.parametrize("ns, text", [(0, "0 ns"), (27, "27.0 ns"), (1250, "1.25 us"), (13.8e6, "13.8 ms"), (2.5e9, "2.50 s")])
def test_duration_picks_its_unit(ns, text):
    assert units.duration(ns) == text


def test_both_ends_of_a_range_have_one_unit():
    assert units.duration_range(900, 1250) == "0.900..1.25 us"
    assert units.duration_range(None, 5) == "-"


def test_a_rate_needs_bytes_and_time():
    assert units.gb_per_s(150_000_000, 15_000_000) == 10
    for size, ns in ((0, 5), (5, 0), (None, 5), (5, None), (-1, 5)):
        assert units.gb_per_s(size, ns) is None


@pytest.mark.parametrize("size, text", [(0, "0 B"), (999, "999 B"), (12_800_000, "12.8 MB"), (150_000_000, "150 MB"),
                                        (999_999, "1.00 MB"), (50_000_000_000, "50.0 GB")])
def test_decimal_bytes(size, text):
    assert units.decimal_bytes(size) == text


@pytest.mark.parametrize("size, text", [(4096, "4KiB"), (65536, "64KiB"), (1 << 20, "1MiB"), (1000, "1000B"), (3 << 30, "3GiB")])
def test_exact_size_and_back(size, text):
    assert units.exact_size(size) == text
    assert units.size_of(text) == size


@pytest.mark.parametrize("text", ["", "KiB", "64", "-1KiB", "64KiBx", "1.5MiB", "٤KiB"])
def test_what_is_no_size_has_none(text):
    assert units.size_of(text) is None


def test_natural_order_knows_numbers_and_sizes():
    names = ["150mb", "2k", "5gb", "10k", "40k_utf8", "40k", "buf:1MiB", "buf:256KiB", "buf:4KiB"]
    assert sorted(names, key=units.natural_key) == ["2k", "10k", "40k", "40k_utf8", "150mb", "5gb", "buf:4KiB", "buf:256KiB", "buf:1MiB"]


def test_natural_order_takes_any_text():
    names = ["", "a", "1", "1a", "a1", "\udcff", "1e", "²"]
    assert sorted(sorted(names, key=units.natural_key), key=units.natural_key) == sorted(names, key=units.natural_key)


@pytest.mark.parametrize("raw, shown", [("a\nb", "a%0Ab"), ("\x1b[31m", "%1B[31m"), ("\u202eabc", "%E2%80%AEabc"), ("é", "é"),
                                        ("\udcff", "%FF"), ("\ud800", "%ED%A0%80"), ("a\x00b", "a%00b")])
def test_printable_hides_what_could_act(raw, shown):
    assert units.printable(raw) == shown


def test_shortened_keeps_both_ends():
    assert units.shortened("abcdefghij", 7) == "abc…hij"
    assert units.shortened("abc", 7) == "abc"


def test_a_date_outside_the_calendar_is_a_dash():
    assert units.utc(0) == "1970-01-01 00:00 UTC"
    assert units.utc(10**30) == "-"


def test_no_locale_changes_a_number():
    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"):
            try:
                locale.setlocale(locale.LC_ALL, name)
            except locale.Error:
                continue
            assert units.significant(1234.5678, 6) == "1234.57"
            assert units.duration(1250) == "1.25 us"
    finally:
        locale.setlocale(locale.LC_ALL, before)
