"""The prejudice remover with one set of weights for all groups, on small made-up tables, computed without fairfront.

    python3 prejudice-remover.py        writes prejudice-remover.json, the tables included, beside this file (then format it: npm run format)

    minimise  mean cross-entropy + eta PI + l2/2 |W|^2        b is not penalised
    PI = mean_i sum_y p_iy ln(mean of p_y over i's group / mean of p_y over all rows)
    three classes: probabilities softmax(W x + b), every row of W penalised; two classes: that of class 1 is 1 / (1 + exp(-w x - b)), one w

PI and the rest are written down as they stand above; torch differentiates them, once for the gradient and twice for the Hessian, and scipy's
trust-exact goes down from 0 and from random starts. From the lowest end plain Newton steps go on; what they find is written, if it is a
minimum with a gradient below SMALL.
"""

import json
import pathlib

import numpy as np
import scipy
import torch
from scipy.optimize import minimize

SMALL = 1e-12
STARTS = 4


def make_table(group_rows, classes, seed):
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(len(group_rows)), group_rows)
    n = len(groups)
    X = np.round(rng.normal(size=(n, 3)) + 0.9 * rng.normal(size=(len(group_rows), 3))[groups], 3)
    score = X @ rng.normal(size=(3, classes)) + 0.4 * rng.normal(size=(len(group_rows), classes))[groups]
    labels = np.argmax(score + rng.gumbel(size=score.shape), axis=1)
    order = rng.permutation(n)
    return X[order], labels[order], groups[order]


def parts_of(flat, X, y, groups, classes):
    """Cross-entropy of every row, and PI."""
    rows = 1 if classes == 2 else classes
    W = flat.reshape(rows, -1)
    z = X @ W[:, :-1].T + W[:, -1]
    if classes == 2:
        z = torch.cat([torch.zeros(len(z), 1, dtype=z.dtype), z], dim=1)
    log_p = torch.log_softmax(z, dim=1)
    p = log_p.exp()
    by_group = torch.stack([p[groups == a].mean(dim=0) for a in range(int(groups.max()) + 1)])
    index = (p * torch.log(by_group[groups] / p.mean(dim=0))).sum(dim=1).mean()
    return -log_p[torch.arange(len(y)), y], index


def solve(X, y, groups, classes, l2, eta):
    X, y, groups = torch.tensor(X), torch.tensor(y), torch.tensor(groups)
    rows = 1 if classes == 2 else classes
    penalised = torch.ones(rows, X.shape[1] + 1, dtype=torch.float64)
    penalised[:, -1] = 0
    # A number added to all intercepts changes nothing: the last one stays 0.
    free = np.arange(penalised.numel() - (rows > 1))

    def full(short):
        return torch.cat([short, torch.zeros(penalised.numel() - len(free), dtype=torch.float64)])

    def value(short):
        flat = full(short)
        losses, index = parts_of(flat, X, y, groups, classes)
        return losses.mean() + eta * index + l2 / 2 * (penalised.ravel() * flat**2).sum()

    def gradient(x):
        point = torch.tensor(x, requires_grad=True)
        return torch.autograd.grad(value(point), point)[0].numpy()

    def hessian(x):
        return torch.autograd.functional.hessian(value, torch.tensor(x)).numpy()

    rng = np.random.default_rng(9)
    ends = [
        minimize(
            lambda x: float(value(torch.tensor(x))),
            start,
            jac=gradient,
            hess=hessian,
            method="trust-exact",
            options={"gtol": 1e-12, "maxiter": 500},
        )
        for start in [np.zeros(len(free)), *rng.normal(size=(STARTS, len(free)))]
    ]
    best = min(ends, key=lambda end: end.fun)
    x = best.x
    for _ in range(3):
        x = x - np.linalg.solve(hessian(x), gradient(x))
    losses, index = parts_of(full(torch.tensor(x)), X, y, groups, classes)
    objective = float(value(torch.tensor(x)))
    largest, flattest = np.abs(gradient(x)).max(), np.linalg.eigvalsh(hessian(x)).min()
    print(f"  eta {eta}: {objective:.9f}, PI {float(index):.3e}, gradient {largest:.1e}, least curvature {flattest:.1e}", end=", ")
    print(f"ends {[f'{end.fun - best.fun:.0e}' for end in ends]}")
    assert largest < SMALL and flattest > 0 and objective < best.fun + 1e-12
    risks = [float(losses[groups == a].mean()) for a in range(int(groups.max()) + 1)]
    return {"eta": eta, "risks": risks, "prejudiceIndex": float(index), "objective": objective}


def problem(group_rows, classes, seed, l2=1e-4):
    print(f"{classes} classes, {len(group_rows)} groups")
    X, y, groups = make_table(group_rows, classes, seed)
    return {
        "name": f"{classes} classes, {len(group_rows)} groups",
        "classCount": classes,
        "columnCount": X.shape[1],
        "l2": l2,
        "features": (X + 0).ravel().tolist(),  # row by row
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "solves": [solve(X, y, groups, classes, l2, eta) for eta in (0.0, 1.0, 10.0, 100.0)],
    }


if __name__ == "__main__":
    torch.set_num_threads(1)
    written = {
        "scipy": scipy.__version__,
        "torch": torch.__version__,
        "problems": [problem([40, 25], 2, 1), problem([30, 25, 20], 2, 2), problem([45, 30, 20], 3, 3)],
    }
    pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")
