"""Fifty training steps of PyTorch on small networks: where Adam, AdamW and SGD end, in float32 as users run them, and in float64.

    python3 adam.py     writes adam.json beside this file (seconds; then format it: npm run format). Needs Debian's python3-torch, 1.13.

    step       minimise sum_a mu_a r_a over a batch of 8 rows; r_a is the mean loss of the rows of group a, absent groups contribute nothing
    mlp        h <- g(h W + b) for each hidden layer
    resnet     h <- g(x W + b), then for each block h <- g(h + g(h W1 + b1) W2 + b2)
    dropout    h o mask / (1 - rate) after every g
    decay      decoupled (AdamW; for SGD it is the same as PyTorch's), on weights and not on biases

Parameters are listed layer by layer, weights (inputs x outputs, row by row) and then biases. Masks are bits, steps x rows x width, as hex.
All inputs are multiples of powers of two, so float32 holds them exactly.
"""

import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

SEED = 20200713
ROWS, INPUTS, CLASSES, BATCH, STEPS = 64, 7, 3, 8, 50
GROUP_ROWS = [34, 22, 8]
MU = [0.25, 0.125, 0.625]
DROPOUT = 0.3

NETWORKS = {
    "mlp": {"kind": "mlp", "hidden": [16, 16], "activation": "elu"},
    "resnet": {"kind": "resnet", "hidden": [8, 8], "activation": "elu"},
    # onnxruntime has this activation in float64 as well, so here float64 is enough.
    "relu": {"kind": "mlp", "hidden": [16, 16], "activation": "relu"},
}

ADAM = {"loss": "cross-entropy", "optimiser": "adam", "learningRate": 1e-3, "weightDecay": 0, "dropout": 0}
CASES = {
    "adam": {},
    "adam, Brier score": {"loss": "brier"},
    "adam, larger steps": {"learningRate": 0.02},
    "adam, decay": {"learningRate": 0.01, "weightDecay": 0.5},
    "adam, dropout": {"dropout": DROPOUT},
    "sgd": {"optimiser": "sgd", "learningRate": 0.1},
    "sgd, decay, Brier score": {"loss": "brier", "optimiser": "sgd", "learningRate": 0.1, "weightDecay": 0.05},
}
RELU_CASES = ["adam", "adam, Brier score", "adam, decay", "adam, dropout"]

random = np.random.default_rng(SEED)


def dyadic(values, unit):
    return np.round(np.asarray(values) * unit) / unit


def widths(network):
    """(inputs, outputs) of every layer."""
    hidden = network["hidden"]
    inner = hidden if network["kind"] == "mlp" else [hidden[0]] * (1 + 2 * len(hidden))
    sizes = [INPUTS, *inner, CLASSES]
    return list(zip(sizes, sizes[1:]))


def initial(network):
    return np.concatenate(
        [
            dyadic(values, 128)
            for m, n in widths(network)
            for values in (random.normal(size=m * n) / np.sqrt(m), random.normal(size=n) / 8)
        ]
    )


class Net(torch.nn.Module):
    def __init__(self, network, parameters, dtype):
        super().__init__()
        self.residual = network["kind"] == "resnet"
        self.gate = {"elu": F.elu, "relu": F.relu}[network["activation"]]
        self.layers = torch.nn.ModuleList()
        at = 0
        for m, n in widths(network):
            layer = torch.nn.Linear(m, n, dtype=dtype)
            weights, bias = np.split(parameters[at : at + (m + 1) * n], [m * n])
            with torch.no_grad():
                layer.weight.copy_(torch.from_numpy(weights.reshape(m, n).T.copy()))
                layer.bias.copy_(torch.from_numpy(bias))
            self.layers.append(layer)
            at += (m + 1) * n
        assert at == len(parameters)

    def forward(self, x, drop):
        *inner, head = self.layers
        h = x
        if self.residual:
            h = drop(self.gate(inner[0](h)), 0)
            for i in range(1, len(inner), 2):
                between = drop(self.gate(inner[i](h)), i)
                h = drop(self.gate(h + inner[i + 1](between)), i + 1)
        else:
            for i, layer in enumerate(inner):
                h = drop(self.gate(layer(h)), i)
        return head(h)

    def flat(self):
        return np.concatenate(
            [part.detach().numpy().ravel() for layer in self.layers for part in (layer.weight.T, layer.bias)]
        )


def optimiser_of(net, case):
    weights = [p for p in net.parameters() if p.ndim == 2]
    biases = [p for p in net.parameters() if p.ndim == 1]
    decay = case["weightDecay"]
    groups = [{"params": weights, "weight_decay": decay}, {"params": biases, "weight_decay": 0}]
    if case["optimiser"] == "sgd":
        return torch.optim.SGD(groups, lr=case["learningRate"])
    make = torch.optim.AdamW if decay > 0 else torch.optim.Adam
    return make(groups, lr=case["learningRate"])


def row_losses(loss, scores, labels):
    if loss == "cross-entropy":
        return F.cross_entropy(scores, labels, reduction="none")
    return ((F.softmax(scores, 1) - F.one_hot(labels, CLASSES)) ** 2).sum(1)


def train(network, case, start, masks, dtype):
    net = Net(network, start, dtype)
    optimiser = optimiser_of(net, case)
    x, y, groups = torch.tensor(features, dtype=dtype), torch.tensor(labels), torch.tensor(group_of_row)
    risk_sums = np.zeros(len(MU))
    for step, rows in enumerate(torch.tensor(batches)):

        def drop(h, layer):
            if case["dropout"] == 0:
                return h
            return h * torch.tensor(masks[layer][step], dtype=dtype) / (1 - case["dropout"])

        losses = row_losses(case["loss"], net(x[rows], drop), y[rows])
        value = 0
        for a, mu in enumerate(MU):
            members = groups[rows] == a
            if members.any():
                risk = losses[members].mean()
                value = value + mu * risk
                risk_sums[a] += risk.item()
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
    return net.flat(), risk_sums


def shortest(values):
    """As few digits as name the float32; of a float64, twelve."""
    if values.dtype == np.float32:
        return [float(str(value)) for value in values]
    return [float(f"{value:.12g}") for value in values]


group_of_row = random.permutation(np.repeat(np.arange(len(MU)), GROUP_ROWS))
features = dyadic(random.normal(size=(ROWS, INPUTS)), 16)
# What to learn: another linear rule in each group, with noise.
rules = random.normal(size=(len(MU), INPUTS, CLASSES))
labels = np.argmax(np.einsum("ri,rik->rk", features, rules[group_of_row]) + random.normal(size=(ROWS, CLASSES)), 1)
batches = np.array([random.choice(ROWS, BATCH, replace=False) for _ in range(STEPS)])
presence = np.array([(group_of_row[batches] == a).any(1).sum() for a in range(len(MU))])
assert 0 < presence.min() < STEPS and len(np.unique(labels)) == CLASSES

written = []
for name, network in NETWORKS.items():
    start = initial(network)
    masks = [random.random((STEPS, BATCH, n)) >= DROPOUT for _, n in widths(network)[:-1]]
    runs = []
    for case_name, changes in CASES.items():
        if name == "relu" and case_name not in RELU_CASES:
            continue
        case = {**ADAM, **changes}
        single, _ = train(network, case, start.astype(np.float32), masks, torch.float32)
        double, risk_sums = train(network, case, start, masks, torch.float64)
        away = np.linalg.norm(single - double) / np.linalg.norm(double)
        moved = np.linalg.norm(double - start) / np.linalg.norm(double)
        print(f"{name}, {case_name}: moved by {moved:.3f}, float32 from float64 {away:.1e}")
        ends = {"float64": shortest(double), "riskSums": shortest(risk_sums)}
        if name != "relu":
            ends["float32"] = shortest(single)
        runs.append({"name": case_name, **case, **ends})
    written.append(
        {
            "name": name,
            "network": {"inputs": INPUTS, "classes": CLASSES, **network},
            "initial": start.tolist(),
            "masks": [np.packbits(mask).tobytes().hex() for mask in masks],
            "runs": runs,
        }
    )

golden = {
    "torch": torch.__version__,
    "mu": MU,
    "batchSize": BATCH,
    "steps": STEPS,
    "features": features.ravel().tolist(),
    "labels": labels.tolist(),
    "groups": group_of_row.tolist(),
    "batches": batches.ravel().tolist(),
    "presence": presence.tolist(),
    "networks": written,
}
path = pathlib.Path(__file__).with_name("adam.json")
path.write_text(json.dumps(golden) + "\n")
