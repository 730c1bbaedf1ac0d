"""The figures of a report, in their order. Each module has NAME, TITLE, INTRO, data(run) and draw(chart)."""

from . import buffer_size, cold_warm, file_size, ranking

ALL = (buffer_size, file_size, ranking, cold_warm)
