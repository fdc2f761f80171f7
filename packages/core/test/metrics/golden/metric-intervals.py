"""Percentile bootstrap intervals stratified by group, computed without fairfront.

    python3 metric-intervals.py        writes metric-intervals.json beside this file (then format it: npm run format)

Rows of each group are drawn within the group (in "entities": entities of the group, each with all of its rows there), and every figure
is computed anew from the rows drawn, by its definition, in NumPy. With each end q comes dq/ds, the slope of the resampled figures' quantiles
at its share s: an end found from B resamples has the standard error sqrt(s (1 - s) / B) dq/ds, so the test can tell how far two
such ends may lie apart.
"""

import json
import pathlib

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


def case(name, p, y, groups, entities, drawn_together):
    by_group = [figures_of(p, y, own, n) for own, n in count_rows(groups, entities).values()]
    figures = {}
    for key in by_group[0]:
        values = np.stack([own[key] for own in by_group])
        figures[key] = {
            "byGroup": [ends(own) for own in values],
            "lowest": ends(values.min(axis=0)),
            "highest": ends(values.max(axis=0)),
            "difference": ends(np.ptp(values, axis=0)),
            "ratio": ends(values.min(axis=0) / values.max(axis=0)),
        }
    tpr, fpr = (np.stack([own[key] for own in by_group]) for key in ("tpr", "fpr"))
    ratio = lambda values: values.min(axis=0) / values.max(axis=0)
    return {
        "name": name,
        "probabilities": p.ravel().tolist(),
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "entities": entities.tolist() if drawn_together else None,
        "figures": figures,
        "equalisedOdds": {
            "difference": ends(np.maximum(np.ptp(tpr, axis=0), np.ptp(fpr, axis=0))),
            "ratio": ends(np.minimum(ratio(tpr), ratio(fpr))),
        },
    }


rows = make_rows([150, 220, 300], np.array([1.5, 1.7, 3]))
alone = case("rows", *rows, np.arange(670), False)
p, y, groups = make_rows([200, 260], np.array([1.4, 2]))
owners = rng.integers(90, size=460)
together = case("entities", p, y, groups, owners, True)
golden = {"resamples": RESAMPLES, "level": LEVEL, "cases": [alone, together]}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(golden, indent=1) + "\n")
