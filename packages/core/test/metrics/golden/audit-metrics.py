"""Decision rates, parity, AUC, reliability and spread over splits of random and extreme predictions, computed without fairfront.

    python3 audit-metrics.py        writes audit-metrics.json beside this file (then format it: npm run format)

Rates: sklearn.metrics.confusion_matrix of one class against the rest; recall_score and precision_score must agree. AUC: roc_auc_score, which
must agree with counting all pairs in fractions. Parity: fairlearn's definitions over the groups that have the rates, written out.
Reliability: sums of exact fractions of the doubles given. Spread: numpy.mean and numpy.std with ddof=1.
A figure that a group does not have is null.
"""

import json
import pathlib
from fractions import Fraction

import numpy as np
from sklearn.metrics import confusion_matrix, precision_score, recall_score, roc_auc_score

BIN_COUNT = 10
WORST = {"selectionRate": None, "tpr": min, "fpr": max, "precision": min, "baseRate": None}


def share(part, of):
    return None if of == 0 else int(part) / int(of)


def rates_of(y, guess):
    """Of one group; y and guess are whether a row is positive and whether it is selected."""
    (tn, fp), (fn, tp) = confusion_matrix(y, guess, labels=[False, True])
    rates = {
        "selectionRate": share(tp + fp, len(y)),
        "tpr": share(tp, tp + fn),
        "fpr": share(fp, fp + tn),
        "precision": share(tp, tp + fp),
        "baseRate": share(tp + fn, len(y)),
    }
    if rates["tpr"] is not None:
        assert np.isclose(rates["tpr"], recall_score(y, guess), rtol=1e-14)
    if rates["precision"] is not None:
        assert np.isclose(rates["precision"], precision_score(y, guess), rtol=1e-14)
    if rates["fpr"] is not None:
        assert np.isclose(rates["fpr"], 1 - recall_score(~y, ~guess), rtol=1e-12, atol=1e-15)
    return rates


def auc_of(y, score):
    if y.all() or not y.any():
        return None
    pairs = [Fraction(1 + int(s > t) - int(s < t), 2) for s in score[y] for t in score[~y]]
    exact = float(sum(pairs) / len(pairs))
    assert np.isclose(exact, roc_auc_score(y, score), rtol=1e-12, atol=1e-15)
    return exact


def summary(values, worst):
    own = [value for value in values if value is not None]
    comparable = len(own) >= 2
    end = worst(own) if worst and own else None
    return {
        "byGroup": values,
        "worst": end,
        "worstGroup": None if end is None else values.index(end),
        "difference": max(own) - min(own) if comparable else None,
        "ratio": None if not comparable else 1 if max(own) == 0 else min(own) / max(own),
        "leftOut": len(values) - len(own),
    }


def parity(rates):
    def both(choose, key):
        pair = [rates["tpr"][key], rates["fpr"][key]]
        return None if None in pair else choose(pair)

    return {
        "demographicParity": {key: rates["selectionRate"][key] for key in ("difference", "ratio")},
        "equalisedOdds": {"difference": both(max, "difference"), "ratio": both(min, "ratio")},
        "equalOpportunity": {key: rates["tpr"][key] for key in ("difference", "ratio")},
    }


def reliability(p, y):
    """Bins are (lower, upper]; an upper edge is the double nearest to m/10."""
    found = []
    confidence, hit = p.max(axis=1), p.argmax(axis=1) == y
    for m in range(BIN_COUNT):
        own = (confidence <= (m + 1) / BIN_COUNT) & (confidence > m / BIN_COUNT)
        if own.any():
            rows = int(own.sum())
            mean = float(sum(Fraction(float(c)) for c in confidence[own]) / rows)
            found.append({"from": m / BIN_COUNT, "to": (m + 1) / BIN_COUNT, "rows": rows, "confidence": mean, "accuracy": int(hit[own].sum()) / rows})
    return found


def case(name, p, y, groups):
    p, y, groups = np.array(p, float), np.array(y, int), np.array(groups, int)
    class_count, group_count = p.shape[1], groups.max() + 1
    assert np.abs(p.sum(axis=1) - 1).max() < 1e-6 and (p >= 0).all() and len(set(groups)) == group_count, name
    guess = p.argmax(axis=1)  # the first on a tie
    members = [groups == group for group in range(group_count)]
    classes = []
    for c in range(class_count):
        by_group = [rates_of(y[own] == c, guess[own] == c) for own in members]
        rates = {key: summary([own[key] for own in by_group], WORST[key]) for key in WORST}
        aucs = [auc_of(y[own] == c, p[own, c]) for own in members]
        classes.append({"positive": c, **rates, "parity": parity(rates), "auc": summary(aucs, min)})
    over_classes = []
    for group in range(group_count):
        own = [c["auc"]["byGroup"][group] for c in classes if c["auc"]["byGroup"][group] is not None]
        over_classes.append(float(np.mean(own)) if own else None)
    print(name, len(y), "rows")
    return {
        "name": name,
        "classCount": class_count,
        "probabilities": p.ravel().tolist(),
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "classes": classes,
        "meanAuc": summary(over_classes, min),
        "reliability": [reliability(p[own], y[own]) for own in members],
    }


def random_rows(rng, count, classes, sharpness, group_count=3):
    logits = sharpness * rng.standard_normal((count, classes))
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    y = np.array([rng.choice(classes, p=row) for row in p])
    groups = np.concatenate([np.arange(group_count), rng.integers(group_count, size=count - group_count)])
    return p, y, groups


def two_classes(scores):
    return [[1 - s, s] for s in scores]


def cases():
    rng = np.random.default_rng(20160710)
    for classes in (2, 3, 5):
        for sharpness in (0.7, 5):
            yield case(f"random, {classes} classes, sharpness {sharpness}", *random_rows(rng, 45, classes, sharpness))
    for classes in (2, 4):
        certain = np.eye(classes)[rng.integers(classes, size=24)]
        yield case(f"every probability 0 or 1, {classes} classes", certain, rng.integers(classes, size=24), np.arange(24) % 3)
    yield case("tenths, many ties", two_classes(rng.integers(11, size=60) / 10), rng.integers(2, size=60), np.arange(60) % 4)
    thirds = rng.integers(4, size=(40, 3)) + np.array([1, 0, 0])
    yield case("ties of three classes", thirds / thirds.sum(axis=1, keepdims=True), rng.integers(3, size=40), np.arange(40) % 2)
    tiny = [0, 5e-324, 1e-320, 1e-300, 1e-299, 1e-100, 1e-16, 1e-9]
    yield case("scores next to 0", two_classes(tiny * 3), rng.integers(2, size=24), np.arange(24) // 8)
    yield case("scores next to 1", two_classes([1 - s for s in (0, 1e-16, 2e-16, 1e-15, 1e-9, 1e-3)] * 4), rng.integers(2, size=24), np.arange(24) % 2)
    p, y, groups = random_rows(rng, 36, 2, 1.5)
    yield case("one class in a group", p, np.where(groups == 0, 1, np.where(groups == 1, 0, y)), groups)
    yield case("one class in all groups", p, np.ones(36, int), groups)
    yield case("nobody selected", np.sort(p, axis=1)[:, ::-1], y, groups)
    yield case("nobody selected in a group", np.where((groups == 1)[:, None], np.sort(p, axis=1)[:, ::-1], p), y, groups)
    yield case("one row in a group", p, y, [0, 1] + [2] * 34)
    yield case("one group", p, y, [0] * 36)
    p, y, groups = random_rows(rng, 36, 4, 1.5)
    yield case("a class that no group has", p, np.where(y == 2, 0, y), groups)
    yield case("classes that some groups have", p, np.where(groups == 0, y % 2, y), groups)


def spreads():
    rng = np.random.default_rng(1)
    for count in (2, 3, 10):
        values = rng.random(count).tolist()
        yield {"values": values, "mean": float(np.mean(values)), "deviation": float(np.std(values, ddof=1))}
    values = [0.1, 0.1, 0.1]
    yield {"values": values, "mean": 0.1, "deviation": 0.0}


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps({"cases": list(cases()), "spreads": list(spreads())}, indent=1) + "\n")
