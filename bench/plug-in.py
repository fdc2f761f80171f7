"""Plug-in estimation in NumPy: the classifier and its group risks at one weight vector after the other. Prints one JSON line.

    python3 plug-in.py folder        needs Debian's python3-numpy

The folder holds meta.json { rows, groups, classes, loss, priors, mus }, outcomes-0.f64 and on (p(y|x,a) of each group, rows x classes),
memberships.f64 (p(a|x), rows x groups), labels.i32 and groups.i32, little endian. Rows are sorted by group before the clock
starts, and lie the way that einsum is fastest with. Two ways: h of all classes, and of the row's own class alone, which is enough for both losses
where there are two classes.
"""

import json
import pathlib
import sys
import time

import numpy as np

folder = pathlib.Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
rows, groups, classes = meta["rows"], meta["groups"], meta["classes"]
is_brier = meta["loss"] == "brier"
factors = np.array(meta["mus"], float) / np.array(meta["priors"], float)  # w = mu_a / p_a
group_of = np.fromfile(folder / "groups.i32", "<i4")
order = np.argsort(group_of, kind="stable")
labels = np.fromfile(folder / "labels.i32", "<i4")[order]
counts = np.bincount(group_of, minlength=groups)
starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
memberships = np.fromfile(folder / "memberships.f64", "<f8").reshape(rows, groups)[order].T  # groups x rows
outcomes = np.stack(
    [np.fromfile(folder / f"outcomes-{a}.f64", "<f8").reshape(rows, classes)[order].T for a in range(groups)]
)  # groups x classes x rows
assert len(labels) == rows and counts.min() > 0 and factors.shape[1] == groups
every = np.arange(rows)
memberships = np.ascontiguousarray(memberships)
joint = memberships[:, None, :] * outcomes
own_joint = np.ascontiguousarray(joint[:, labels, every])  # groups x rows
one_hot = np.eye(classes)[:, labels]


def group_means(losses):
    return np.add.reduceat(losses, starts) / counts


def of_all_classes(w):
    h = np.einsum("gcn,g->cn", joint, w)
    h /= h.sum(axis=0)
    if is_brier:
        h -= one_hot
        return group_means(np.einsum("cn,cn->n", h, h))
    return group_means(-np.log(h[labels, every]))


def of_own_class(w):
    p = np.einsum("gn,g->n", own_joint, w)
    p /= np.einsum("gn,g->n", memberships, w)
    if is_brier:
        assert classes == 2
        return group_means(2 * (1 - p) ** 2)
    return group_means(-np.log(p))


def run(risks_at):
    risks_at(factors[0])
    start, start_processor = time.perf_counter(), time.process_time()
    for w in factors:
        risks = risks_at(w)
    return {
        "seconds": time.perf_counter() - start,
        "processorSeconds": time.process_time() - start_processor,
        "risks": risks.tolist(),
    }


print(json.dumps({"version": np.__version__, "allClasses": run(of_all_classes), "ownClass": run(of_own_class)}))
