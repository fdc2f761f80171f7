"""Equalised odds at the least cost, computed without fairfront.

    python3 equalised-odds.py        writes equalised-odds.json beside this file (then format it: npm run format)

The linear program over the rules themselves, not over ROC points: a chance of deciding 1 for each group and each distinct score,
which never falls as the score rises, such that all groups have the same rates among the rows of class 1 and among those of class 0.
scipy.optimize.linprog (HiGHS, dual simplex). Only the least cost per row is kept: the rule that has it need not be unique.
"""

import json
import pathlib

import numpy as np
from scipy.optimize import linprog


def least_cost(scores, labels, groups, false_positive_cost, false_negative_cost):
    scores, labels, groups = (np.array(v) for v in (scores, labels, groups))
    names = sorted(set(groups.tolist()))
    places = [(a, s) for a in names for s in np.unique(scores[groups == a])]
    size = len(places)
    place = {key: i for i, key in enumerate(places)}

    cost = np.zeros(size)
    rates = np.zeros((len(names), 2, size))  # groups x classes: the rate as a linear function of the chances
    for score, label, group in zip(scores, labels, groups):
        i = place[(group, score)]
        cost[i] += false_positive_cost if label == 0 else -false_negative_cost
        rates[group, label, i] += 1 / np.sum((labels == label) & (groups == group))

    order = np.zeros((size - len(names), size))  # lower chance - higher chance <= 0
    row = 0
    for i in range(size - 1):
        if places[i][0] == places[i + 1][0]:
            order[row, i], order[row, i + 1] = 1, -1
            row += 1
    assert row == len(order)
    equal = np.array([rates[a, label] - rates[0, label] for a in names[1:] for label in (0, 1)])
    found = linprog(
        cost / len(scores),
        A_ub=order if len(order) else None,
        b_ub=np.zeros(len(order)) if len(order) else None,
        A_eq=equal if len(equal) else None,
        b_eq=np.zeros(len(equal)) if len(equal) else None,
        bounds=(0, 1),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert found.status == 0, found.message
    return float(found.fun + false_negative_cost * np.mean(labels == 1))


def case(name, scores, labels, groups, costs=(1, 1)):
    return {
        "name": name,
        "scores": [float(s) for s in scores],
        "labels": [int(y) for y in labels],
        "groups": [int(a) for a in groups],
        "falsePositiveCost": costs[0],
        "falseNegativeCost": costs[1],
        "leastCost": least_cost(scores, labels, groups, *costs),
    }


def draw(rng, sizes, strengths, shares, digits):
    """Groups whose scores say more or less about the class; rounded, so that there are ties. Both classes in every group."""
    labels = [np.concatenate([[0, 1], rng.random(n - 2) < share]).astype(int) for n, share in zip(sizes, shares)]
    scores = [1 / (1 + np.exp(-k * (2 * y - 1) - rng.normal(size=len(y)))) for k, y in zip(strengths, labels)]
    groups = np.repeat(np.arange(len(sizes)), sizes)
    return np.round(np.concatenate(scores), digits), np.concatenate(labels), groups


def cases():
    rng = np.random.default_rng(20)
    yield case("two groups, one easier", *draw(rng, [30, 20], [0.6, 1.5], [0.5, 0.4], 3))
    yield case("two groups, hulls that cross", *draw(rng, [40, 40], [0.8, 0.8], [0.2, 0.7], 2))
    yield case("three groups, many ties", *draw(rng, [25, 20, 30], [1, 1.2, 0.7], [0.3, 0.5, 0.6], 1))
    yield case("six groups", *draw(rng, [12, 20, 15, 18, 9, 14], [1.5, 1.2, 1.4, 1, 1.3, 1.1], [0.4] * 6, 2))
    yield case("false positives cost five", *draw(rng, [30, 25, 20], [1, 1.4, 1.2], [0.4, 0.6, 0.5], 2), (5, 1))
    yield case("false negatives cost three", *draw(rng, [30, 25, 20], [1, 1.4, 1.2], [0.4, 0.6, 0.5], 2), (1, 3))
    yield case("one group knows nothing", *draw(rng, [30, 30], [0, 2], [0.5, 0.5], 2))
    yield case("one group is told the opposite", *draw(rng, [30, 30], [-1.5, 2], [0.7, 0.5], 2))
    yield case("rare positives", *draw(rng, [40, 60], [0.9, 1.1], [0.05, 0.1], 2))
    yield case("one group alone", *draw(rng, [40], [0.8], [0.4], 2))


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps({"cases": list(cases())}, indent=1) + "\n")
