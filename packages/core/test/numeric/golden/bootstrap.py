"""Percentile bootstrap intervals of means, computed without fairfront.

    python3 bootstrap.py        writes bootstrap.json beside this file (then format it: npm run format)

Intervals: scipy.stats.bootstrap, method="percentile". "difference" is of two columns resampled together (paired=True). With each end q
comes dq/ds, the slope of the resampled means' quantiles at its share s: an end found from B resamples has the standard error
sqrt(s (1 - s) / B) dq/ds, so the test can tell how far two such ends may lie apart.
"entities": the same of entities with several rows each, drawn as a whole: pairs (sum, rows), statistic sum of sums / sum of rows.
Quantiles: numpy.percentile of a few samples, to be met exactly.
"""

import json
import pathlib

import numpy as np
from scipy.stats import bootstrap

RESAMPLES = 100_000
random = np.random.default_rng(20200713)


def rounded(values):
    return np.round(values, 6)


def ends(columns, statistic, level):
    found = bootstrap(
        columns,
        statistic,
        paired=len(columns) > 1,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=level,
        method="percentile",
        batch=1000,
        random_state=random,
    )
    tail = (1 - level) / 2
    interval = found.confidence_interval
    near = tail / 4
    slopes = [
        float(np.diff(np.quantile(found.bootstrap_distribution, [share - near, share + near]))[0] / (2 * near))
        for share in (tail, 1 - tail)
    ]
    return {"low": float(interval.low), "high": float(interval.high), "slopes": slopes}


def mean(values, axis=-1):
    return np.mean(values, axis=axis)


def difference(left, right, axis=-1):
    return np.mean(left, axis=axis) - np.mean(right, axis=axis)


def case(name, level, *columns):
    columns = [rounded(column) for column in columns]
    return {
        "name": name,
        "level": level,
        "columns": [column.tolist() for column in columns],
        "means": [ends((column,), mean, level) for column in columns],
        "difference": ends(tuple(columns), difference, level) if len(columns) == 2 else None,
    }


shared = random.lognormal(-1.5, 1, 60)
cases = [
    case("normal, 80 rows", 0.95, random.normal(1, 0.5, 80)),
    case("skewed, 40 rows", 0.9, random.lognormal(0, 1, 40)),
    case("losses of one model and of another, 60 rows", 0.95, shared + random.normal(0.02, 0.05, 60), shared),
    case("losses that move against each other, 60 rows", 0.95, shared, 1 - shared),
]
samples = rounded(random.normal(size=37))
quantiles = [
    {"level": level, "ends": np.percentile(samples, [50 * (1 - level), 50 * (1 + level)]).tolist()}
    for level in (0.5, 0.8, 0.9, 0.95, 0.99)
]


def ratio(sums, sizes, axis=-1):
    return np.sum(sums, axis=axis) / np.sum(sizes, axis=axis)


# Drawn last, so that what is above stays as it is.
sizes = random.integers(1, 9, 50)
owners = random.permutation(np.repeat(np.arange(len(sizes)), sizes))
values = rounded(random.normal(0.5, 0.3, len(sizes))[owners] + random.normal(0, 0.1, len(owners)))
sums = np.bincount(owners, values)
entities = {
    "level": 0.95,
    "entities": owners.tolist(),
    "values": values.tolist(),
    "mean": ends((sums, sizes), ratio, 0.95),
}
golden = {"resamples": RESAMPLES, "cases": cases, "samples": samples.tolist(), "quantiles": quantiles}
golden["entities"] = entities
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(golden, indent=2) + "\n")
