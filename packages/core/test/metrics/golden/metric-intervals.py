"""Bootstrap intervals stratified by group, computed without fairfront: percentiles for each group, simultaneous bands over groups.

    python3 metric-intervals.py        writes metric-intervals.json beside this file (then format it: npm run format)

Rows of each group are drawn within the group (in "entities": entities of the group, each with all of its rows there), and every figure
is computed anew from the rows drawn, by its definition, in NumPy. With each end q comes dq/ds, the slope of the resampled figures' quantiles
at its share s: an end found from B resamples has the standard error sqrt(s (1 - s) / B) dq/ds, so the test can tell how far two
such ends may lie apart.

Over groups: c is the LEVEL quantile of max_a |theta*_a - theta_a| / se_a, at least that of normal groups, and c' = c (1 + (c^2 + 3) / (4 (n - 1))).
Bands are theta exp(+- c' se / theta) for risks, Wilson's with z = c and n = theta (1 - theta) / se^2 for shares, theta +- c' se for calibration
errors. The worst group's interval goes
from the worst low end to the worst high end, the others' ends are as far apart as the bands allow.
"""

import json
import pathlib
import statistics

import numpy as np

RESAMPLES = 40_000
LEVEL = 0.9
BIN_COUNT = 10
rng = np.random.default_rng(20160710)


def make_rows(sizes, sharpness):
    groups = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    score = np.round(1 / (1 + np.exp(-sharpness[groups] * rng.standard_normal(len(groups)))), 3)
    score = np.clip(score, 0.01, 0.99)
    y = (rng.random(len(groups)) < score).astype(int)
    return np.column_stack([1 - score, score]), y, groups


def count_rows(groups, entities):
    """groups -> resamples x rows of the group: how often each was drawn."""
    counts = {}
    for group in range(groups.max() + 1):
        own = np.flatnonzero(groups == group)
        names, number = np.unique(entities[own], return_inverse=True)
        drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES)
        counts[group] = (own, drawn[:, number])
    return counts


def figures_of(p, y, own, n):
    """n: resamples x rows. A figure that a resample does not have is NaN."""
    p, y = p[own], y[own]
    guess, confidence = p.argmax(axis=1), p.max(axis=1)
    hit = (guess == y).astype(float)
    total = n.sum(axis=1)
    bins = np.minimum((np.ceil(confidence * BIN_COUNT) - 1).astype(int), BIN_COUNT - 1)
    gaps, errors = np.zeros(len(n)), np.zeros(len(n))
    for b in np.unique(bins):
        inside = bins == b
        gap = np.abs(n[:, inside] @ (hit - confidence)[inside])
        rows = n[:, inside].sum(axis=1)
        gaps += gap
        errors = np.maximum(errors, gap / np.maximum(rows, 1))
    pairs = (p[:, 1][:, None] > p[:, 1][None, :]) + 0.5 * (p[:, 1][:, None] == p[:, 1][None, :])
    positive, negative = n * (y == 1), n * (y == 0)
    with np.errstate(invalid="ignore"):
        return {
            "brier": n @ ((np.eye(2)[y] - p) ** 2).sum(axis=1) / total,
            "crossEntropy": n @ -np.log(p[np.arange(len(y)), y]) / total,
            "ece": gaps / total,
            "mce": errors,
            "auc": ((positive @ pairs) * negative).sum(axis=1) / (positive.sum(axis=1) * negative.sum(axis=1)),
            "accuracy": n @ hit / total,
            "selectionRate": n @ (guess == 1) / total,
            "tpr": positive @ (guess == 1) / positive.sum(axis=1),
            "fpr": negative @ (guess == 1) / negative.sum(axis=1),
            "precision": positive @ (guess == 1) / (n @ (guess == 1)),
            "baseRate": positive.sum(axis=1) / total,
            "meanPrediction": n @ p[:, 1] / total,
        }


def ends(samples):
    samples = samples[~np.isnan(samples)]
    tail = (1 - LEVEL) / 2
    near = tail / 3
    quantile = lambda share: float(np.quantile(samples, share))
    return {
        "low": quantile(tail),
        "high": quantile(1 - tail),
        "slopes": [(quantile(share + near) - quantile(share - near)) / (2 * near) for share in (tail, 1 - tail)],
    }


def bands(values, samples, sizes, shape):
    """values: groups; samples: groups x resamples; sizes: rows or entities drawn. Low and high ends, by group."""
    se = np.nanstd(samples, axis=1)
    t = (np.abs(samples - values[:, None]) / se[:, None]).max(axis=0)
    of_normals = statistics.NormalDist().inv_cdf((1 + LEVEL ** (1 / len(values))) / 2)
    c = max(of_normals, np.quantile(t[~np.isnan(t)], LEVEL))
    reach = c * (1 + (c**2 + 3) / (4 * (sizes - 1))) * se
    if shape == "risk":
        return values * np.exp(-reach / values), values * np.exp(reach / values)
    if shape == "plain":
        return np.maximum(0, values - reach), np.minimum(1, values + reach)
    n = values * (1 - values) / se**2
    middle = (values + c**2 / (2 * n)) / (1 + c**2 / n)
    half = c / (1 + c**2 / n) * np.sqrt(values * (1 - values) / n + c**2 / (4 * n**2))
    return middle - half, middle + half


interval = lambda low, high: {"low": float(low), "high": float(high)}


def over_groups(low, high):
    return {
        "lowest": interval(low.min(), high.min()),
        "highest": interval(low.max(), high.max()),
        "difference": interval(max(0, low.max() - high.min()), high.max() - low.min()),
        "ratio": interval(low.min() / high.max(), min(1, high.min() / low.max()) if low.max() > 0 else 1),
    }


SHAPES = {"brier": "risk", "crossEntropy": "risk", "ece": "plain", "mce": "plain"}


def case(name, p, y, groups, entities, drawn_together):
    counts = count_rows(groups, entities).values()
    by_group = [figures_of(p, y, own, n) for own, n in counts]
    sizes = np.array([len(np.unique(entities[own])) for own, _ in counts])
    once = [figures_of(p, y, own, np.ones((1, len(own)))) for own, _ in counts]
    stacked = lambda figures, key: np.stack([own[key] for own in figures])
    figures = {}
    for key in by_group[0]:
        samples = stacked(by_group, key)
        figures[key] = {
            "byGroup": [ends(own) for own in samples],
            **over_groups(*bands(stacked(once, key)[:, 0], samples, sizes, SHAPES.get(key, "share"))),
        }
    both = lambda of: np.concatenate([stacked(of, "tpr"), stacked(of, "fpr")])
    low, high = bands(both(once)[:, 0], both(by_group), np.inf, "share")
    split = len(by_group)
    tpr, fpr = over_groups(low[:split], high[:split]), over_groups(low[split:], high[split:])
    choose = lambda of, key: interval(*(of(tpr[key][end], fpr[key][end]) for end in ("low", "high")))
    return {
        "name": name,
        "probabilities": p.ravel().tolist(),
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "entities": entities.tolist() if drawn_together else None,
        "figures": figures,
        "equalisedOdds": {"difference": choose(max, "difference"), "ratio": choose(min, "ratio")},
    }


rows = make_rows([150, 220, 300], np.array([1.5, 1.7, 3]))
alone = case("rows", *rows, np.arange(670), False)
p, y, groups = make_rows([200, 260], np.array([1.4, 2]))
owners = rng.integers(90, size=460)
together = case("entities", p, y, groups, owners, True)
golden = {"resamples": RESAMPLES, "level": LEVEL, "cases": [alone, together]}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(golden, indent=1) + "\n")
