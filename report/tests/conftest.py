"""Databases that several test files share."""

import pytest
from fixture_db import FixtureDb
from synthetic import build

from readmark_report import database


@pytest.fixture
def new_db(tmp_path):
    """An empty run, to be filled by the test."""
    return FixtureDb(tmp_path / "results.db")


@pytest.fixture
def loaded():
    """Finishes a FixtureDb and reads it back."""
    return lambda fixture: database.load(fixture.done())


@pytest.fixture(scope="session")
def realistic_path(tmp_path_factory):
    return build(tmp_path_factory.mktemp("realistic") / "results.db", ("2k", "20k", "150mb"))


@pytest.fixture(scope="session")
def realistic(realistic_path):
    return database.load(realistic_path)
