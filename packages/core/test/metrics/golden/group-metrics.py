"""Metrics of random and extreme predictions by group, computed without fairfront.

    python3 group-metrics.py        writes group-metrics.json beside this file (then format it: npm run format)

Accuracy: sklearn.metrics.accuracy_score. Cross-entropy: the logarithm in 50 digits (decimal) of the label's probability, a 0 taken as
the smallest positive double. Brier score, ECE and MCE: their formulas in exact fractions of the doubles given. Where scikit-learn
has the same metric (log_loss, brier_score_loss for two classes, calibration_curve away from the edges of its bins), both must agree.
"""

import json
import pathlib
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
from sklearn.calibration import calibration_curve
from sklearn.metrics import accuracy_score, brier_score_loss, log_loss

getcontext().prec = 50
GROUP_COUNT = 3
BIN_COUNT = 10
SMALLEST = 5e-324
METRICS = ("accuracy", "brier", "crossEntropy", "ece", "mce")


def bin_of(confidence):
    """Bins are (lower, upper]; an upper edge is the double nearest to m/10."""
    return next(m for m in range(BIN_COUNT) if confidence <= (m + 1) / BIN_COUNT)


def gaps(p, y):
    """[(rows, |sum of hit - confidence|)] of the bins with rows."""
    bins = {}
    for row, label in zip(p, y):
        guess = int(np.argmax(row))  # the first on a tie
        rows, gap = bins.get(bin_of(row[guess]), (0, Fraction(0)))
        bins[bin_of(row[guess])] = (rows + 1, gap + int(guess == label) - Fraction(float(row[guess])))
    return [(rows, abs(gap)) for rows, gap in bins.values()]


def metrics_of(p, y):
    """The five metrics of the rows of one group, or of all rows."""
    one_hot = np.eye(p.shape[1], dtype=int)[y]
    squares = sum((int(t) - Fraction(float(q))) ** 2 for row, target in zip(p, one_hot) for q, t in zip(row, target))
    entropy = -sum(Decimal(float(max(row[label], SMALLEST))).ln() for row, label in zip(p, y))
    binned = gaps(p, y)
    return {
        "accuracy": float(accuracy_score(y, p.argmax(axis=1))),
        "brier": float(squares / len(y)),
        "crossEntropy": float(entropy / len(y)),
        "ece": float(sum(gap for _, gap in binned) / len(y)),
        "mce": float(max(gap / rows for rows, gap in binned)),
    }


def compare_with_sklearn(name, p, y, own, on_edges, normalised):
    classes = list(range(p.shape[1]))
    if normalised:  # log_loss divides each row by its sum
        assert np.isclose(own["crossEntropy"], log_loss(y, p, eps=SMALLEST, labels=classes), rtol=1e-13, atol=1e-15), name
    if p.shape[1] == 2 and normalised:
        assert np.isclose(own["brier"], 2 * brier_score_loss(y, p[:, 1], pos_label=1), rtol=1e-13, atol=1e-15), name
    if not on_edges:
        confidence = p.max(axis=1)
        accuracies, confidences = calibration_curve(p.argmax(axis=1) == y, confidence, n_bins=BIN_COUNT, pos_label=True)
        rows = np.bincount(np.minimum(np.ceil(confidence * BIN_COUNT), BIN_COUNT).astype(int))
        errors = np.abs(accuracies - confidences)
        assert np.isclose(own["mce"], errors.max(), rtol=1e-12), name
        assert np.isclose(own["ece"], errors @ rows[rows > 0] / len(y), rtol=1e-12), name


def summary(name, values, counts):
    values = np.array(values)
    worst = int(values.argmin() if name == "accuracy" else values.argmax())
    return {
        "byGroup": values.tolist(),
        "sampleMean": float(np.average(values, weights=counts)),
        "groupMean": float(values.mean()),
        "worst": float(values[worst]),
        "worstGroup": worst,
        "disparity": float(np.ptp(values)),
    }


def case(name, p, y, groups, on_edges=False, normalised=True):
    p, y, groups = np.array(p, float), np.array(y, int), np.array(groups, int)
    assert set(groups) == set(range(GROUP_COUNT)) and y.max() < p.shape[1] and np.abs(p.sum(axis=1) - 1).max() < 1e-6, name
    by_group = []
    for group in range(GROUP_COUNT):
        own = groups == group
        by_group.append(metrics_of(p[own], y[own]))
        compare_with_sklearn(name, p[own], y[own], by_group[-1], on_edges, normalised)
    counts = np.bincount(groups)
    expected = {metric: summary(metric, [own[metric] for own in by_group], counts) for metric in METRICS}
    together = metrics_of(p, y)
    for metric in METRICS[:3]:  # the sample mean is the average over the dataset
        assert np.isclose(expected[metric]["sampleMean"], together[metric], rtol=1e-13), (name, metric)
    print(name, len(y), "rows")
    return {
        "name": name,
        "classCount": p.shape[1],
        "probabilities": p.ravel().tolist(),
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "expected": expected,
    }


def random_rows(rng, count, classes, sharpness):
    """Distributions with labels that mostly follow them; groups of about 1 : 2 : 6, each with rows."""
    logits = sharpness * rng.standard_normal((count, classes))
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    y = [int(rng.choice(classes, p=row)) for row in p]
    groups = np.concatenate([np.arange(GROUP_COUNT), rng.choice(GROUP_COUNT, count - GROUP_COUNT, p=[1 / 9, 2 / 9, 6 / 9])])
    return p, y, groups


def two_classes(confidences):
    """Confidences in the first and the second class by turns."""
    return [[c, 1 - c] if i % 2 == 0 else [1 - c, c] for i, c in enumerate(confidences)]


def cases():
    rng = np.random.default_rng(20200713)
    for classes in (2, 5):
        for sharpness in (1, 6):
            yield case(f"random, {classes} classes, sharpness {sharpness}", *random_rows(rng, 48, classes, sharpness))

    for classes in (2, 5):
        certain = np.eye(classes)[rng.integers(classes, size=24)]
        yield case(f"every probability 0 or 1, {classes} classes", certain, rng.integers(classes, size=24), np.arange(24) % 3, on_edges=True)

    p, y, groups = random_rows(rng, 30, 2, 2)
    yield case("one class in a group", p, np.where(groups == 0, 1, np.where(groups == 1, 0, y)), groups)

    p, y, groups = random_rows(rng, 30, 5, 2)
    p[:, 3] = 0
    yield case("a class without probability that is often the label", p / p.sum(axis=1, keepdims=True), np.where(np.arange(30) % 3 == 0, 3, y), groups)

    tiny = [SMALLEST, 1e-320, 2.3e-308, 1e-300, 1e-100, 1e-16, 1e-15, 1e-14, 1e-9]
    yield case("label's probability next to 0 and next to 1", two_classes([1 - t for t in tiny] + tiny), np.arange(18) % 2, np.arange(18) % 3)

    edges = [m / 10 for m in range(5, 11)] + [np.nextafter(m / 10, side) for m in range(5, 10) for side in (0.5001, 1)]
    yield case("confidence on and next to an edge, 2 classes", two_classes(edges), rng.integers(2, size=16), np.arange(16) % 3, on_edges=True)

    edges = [c for m in range(3, 10) for c in (m / 10, np.nextafter(m / 10, 0), np.nextafter(m / 10, 1))]
    rows = [np.roll([c, *[(1 - c) / 4] * 4], i) for i, c in enumerate(edges)]
    yield case("confidence on and next to an edge, 5 classes", rows, np.where(rng.random(21) < 0.5, np.arange(21) % 5, 0), np.arange(21) // 2 % 3, on_edges=True)

    ties = [[0.5, 0.5, 0, 0, 0], [0, 0.5, 0, 0.5, 0], [0.2] * 5, [0, 0, 0, 0.5, 0.5], [0.1, 0.3, 0.3, 0.3, 0], [0.4, 0.1, 0.1, 0, 0.4]]
    yield case("ties for the most probable class", ties * 3, np.arange(18) % 5, np.arange(18) // 6, on_edges=True)

    p, y, groups = random_rows(rng, 30, 5, 3)
    yield case("probabilities in single precision", p.astype(np.float32).astype(float), y, groups, normalised=False)

    p, y, groups = random_rows(rng, 12, 2, 1)
    yield case("groups of one row, one row and the rest", p, y, [0, 1] + [2] * 10)


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps({"cases": list(cases())}, indent=1) + "\n")
