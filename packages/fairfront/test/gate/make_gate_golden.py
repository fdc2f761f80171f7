"""Point metrics and verdicts of rules for 200 random tables of predictions, by numpy and pandas alone.

Writes gate_golden.json beside it: python3 make_gate_golden.py
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd

RNG = np.random.default_rng(20)
CLASS_NAMES = {2: ["no", "yes"], 3: ["high", "low", "mid"]}
GROUP_NAMES = ["F", "M", "other <x>"]
OPS = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
WORST = {"accuracy": min, "auc": min, "tpr": min, "precision": min, "brier": max, "crossEntropy": max, "ece": max, "mce": max, "fpr": max}
PLAIN = ["accuracy", "brier", "crossEntropy", "ece", "mce", "auc"]
RATES = ["selectionRate", "tpr", "fpr", "precision", "baseRate", "meanPrediction"]


def random_table():
    classes = CLASS_NAMES[RNG.choice([2, 3])]
    groups = GROUP_NAMES[: RNG.integers(2, 4)]
    rows = int(RNG.integers(8, 40))
    while True:
        frame = pd.DataFrame({"group": RNG.choice(groups, rows), "truth": RNG.choice(classes, rows)})
        if frame.group.nunique() == len(groups) and frame.truth.nunique() == len(classes):
            break
    raw = RNG.gamma(0.7, size=(rows, len(classes)))
    truth = np.array([classes.index(name) for name in frame.truth])
    raw[np.arange(rows), truth] += RNG.uniform(0, 2)
    # Sixteenths: sums are exactly 1, and so are ties.
    parts = np.maximum(np.floor(16 * raw / raw.sum(axis=1, keepdims=True)), 1)
    parts[np.arange(rows), parts.argmax(axis=1)] += 16 - parts.sum(axis=1)
    probabilities = parts / 16
    return frame, truth, probabilities, classes, groups


def calibration(confidence, hit):
    bins = np.clip(np.ceil(confidence * 10 - 1e-12).astype(int) - 1, 0, 9)
    gaps = [(len(own), abs(hit[own].mean() - confidence[own].mean())) for own in (np.flatnonzero(bins == b) for b in range(10)) if len(own)]
    return sum(n * gap for n, gap in gaps) / len(hit), max(gap for _, gap in gaps)


def auc_of(score, positive):
    ones, zeros = score[positive], score[~positive]
    if len(ones) == 0 or len(zeros) == 0:
        return None
    difference = ones[:, None] - zeros[None, :]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def share(part, of):
    return float(part[of].mean()) if of.any() else None


def metrics_of(truth, p, measured):
    """Every metric of some rows; rates of each class in `measured`."""
    guess = p.argmax(axis=1)
    hit = (guess == truth).astype(float)
    one_hot = np.eye(p.shape[1])[truth]
    ece, mce = calibration(p.max(axis=1), hit)
    aucs = [auc_of(p[:, c], truth == c) for c in measured]
    known = [value for value in aucs if value is not None]
    found = {
        "accuracy": hit.mean(),
        "brier": ((p - one_hot) ** 2).sum(axis=1).mean(),
        "crossEntropy": -np.log(p[np.arange(len(truth)), truth]).mean(),
        "ece": ece,
        "mce": mce,
        "auc": float(np.mean(known)) if known else None,
    }
    for c in measured:
        selected, positive = guess == c, truth == c
        everybody = np.ones(len(truth), bool)
        found |= {
            ("selectionRate", c): share(selected, everybody),
            ("tpr", c): share(selected, positive),
            ("fpr", c): share(selected, ~positive),
            ("precision", c): share(positive, selected),
            ("baseRate", c): share(positive, everybody),
            ("meanPrediction", c): float(p[:, c].mean()),
        }
    return found


def difference(values):
    return max(values) - min(values)


def ratio(values):
    return 1.0 if max(values) == 0 else min(values) / max(values)


def random_rule(classes, groups, by_group, overall, measured):
    """The text of a rule and the figure it is about; None where there is none."""
    c = int(RNG.choice(measured))
    of = f' of "{classes[c]}"' if len(measured) > 1 or RNG.random() < 0.3 else ""

    def named(name):
        return (name, (name, c), of) if name in RATES else (name, name, "")

    def known(key):
        return [own[key] for own in by_group if own[key] is not None]

    kind = RNG.choice(["worst", "disparity", "overall", "group", "parity"])
    if kind == "worst":
        name, key, suffix = named(RNG.choice(list(WORST)))
        values = known(key)
        return f"worst {name}{suffix}", WORST[name](values) if values else None
    if kind == "disparity":
        name, key, suffix = named(RNG.choice(PLAIN + RATES))
        values = known(key)
        return f"disparity {name}{suffix}", difference(values) if len(values) > 1 else None
    if kind == "overall":
        name = RNG.choice(["accuracy", "brier", "crossEntropy"])
        return f"{RNG.choice(['overall', 'mean'])} {name}", overall[name]
    if kind == "group":
        g = int(RNG.integers(len(groups)))
        name, key, suffix = named(RNG.choice(PLAIN + RATES))
        return f'group "{groups[g]}" {name}{suffix}', by_group[g][key]
    parity = RNG.choice(["impact-ratio", "demographic-parity", "equal-opportunity", "equalised-odds"])
    selected, tpr, fpr = (known((name, c)) for name in ("selectionRate", "tpr", "fpr"))
    value = {
        "impact-ratio": lambda: ratio(selected),
        "demographic-parity": lambda: difference(selected),
        "equal-opportunity": lambda: difference(tpr) if len(tpr) > 1 else None,
        "equalised-odds": lambda: max(difference(tpr), difference(fpr)) if min(len(tpr), len(fpr)) > 1 else None,
    }[parity]()
    return f"{parity}{of}", value


def case():
    frame, truth, p, classes, groups = random_table()
    measured = [1] if len(classes) == 2 else list(range(len(classes)))
    by_group = [metrics_of(truth[own], p[own], measured) for own in (np.flatnonzero(frame.group == g) for g in groups)]
    overall = metrics_of(truth, p, measured)
    rules = []
    while len(rules) < 8:
        text, value = random_rule(classes, groups, by_group, overall, measured)
        if value is None:
            rules.append({"rule": f"{text} < 0.5", "value": None, "verdict": None})
            continue
        # Near the figure, so that verdicts are of both kinds; the others must not hang on the last bit.
        limit = round(float(np.clip(value + RNG.normal(0, 0.1), 0, 1)), 2)
        op = str(RNG.choice(list(OPS)))
        if abs(limit - value) < 1e-9 and value not in (0.0, 1.0):
            continue
        shown = f"{limit * 100:.0f}%" if RNG.random() < 0.5 else f"{limit}"
        verdict = "passed" if OPS[op](value, limit) else "failed"
        rules.append({"rule": f"{text} {op} {shown}", "value": float(value), "verdict": verdict})
    return {
        "classes": classes,
        "groups": groups,
        # A digit for each row: the place of its group and of its class; of each class, a hexadecimal one for its
        # probability in sixteenths, all of which are below 16.
        "group": "".join(str(groups.index(name)) for name in frame.group),
        "truth": "".join(map(str, truth)),
        "sixteenths": ["".join(f"{int(16 * value):x}" for value in p[:, c]) for c in range(len(classes))],
        "rules": rules,
    }


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(case(), separators=(",", ":")) for _ in range(200))
    Path(__file__).with_name("gate_golden.json").write_text(f"[\n{lines}\n]\n")
