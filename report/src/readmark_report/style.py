"""How figures look: a palette safe for colour-blind eyes, with markers and lines that also tell in grey."""

from dataclasses import dataclass
from typing import Dict, List

# Okabe and Ito, "Color Universal Design" (2008): the order puts pairs that are hard to tell in grey apart.
# Their yellow is left out: on white it vanishes.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")  # 9 and 7 have no common divisor: 63 looks
LINES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))

INK = "#1b1f24"
QUIET = "#5b6570"
GRID = "#d9dee3"
CEILING = "#8a1c1c"

RC = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.use_locale": False,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "text.color": INK,
    "text.usetex": False,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "readmark",  # the same run gives the same file
    "path.simplify": False,
}


@dataclass(frozen=True)
class Look:
    color: str
    marker: str
    line: object = "-"
    filled: bool = True

    def marker_style(self) -> Dict[str, object]:
        return {
            "marker": self.marker,
            "markerfacecolor": self.color if self.filled else "white",
            "markeredgecolor": self.color,
            "markeredgewidth": 1.2,
        }


def looks(strategies: List[str]) -> Dict[str, Look]:
    """One look per strategy."""
    return {
        name: Look(PALETTE[i % len(PALETTE)], MARKERS[i % len(MARKERS)]) for i, name in enumerate(strategies)
    }


def variant(look: Look, number: int) -> Look:
    """The strategy's look for its n-th set of knobs: another line, every second marker hollow."""
    return Look(look.color, look.marker, LINES[number % len(LINES)], number % 2 == 0)
