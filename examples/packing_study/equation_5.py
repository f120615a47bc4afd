"""Eq. 5 of Santos et al. 2020 with its numbers fitted: Z = Z_0 - tanh(mu_s/a) [A + B tanh(mu_r/b) + C tanh(mu_t/c)].

The paper has Z_0 = 6, A = B = 2 and C = 1 from constraint counting and a = b = c = 0.3.
"""

import math

NAMES = ("Z_0", "A", "B", "C", "a", "b", "c")
START = (6.0, 2.0, 1.0, 1.0, 0.3, 0.3, 0.3)


def value_at(parameters, mu):
    z, s, r, t, a, b, c = parameters
    return z - math.tanh(mu[0] / a) * (s + r * math.tanh(mu[1] / b) + t * math.tanh(mu[2] / c))


def fit(points, steps=200):
    """Least squares by Levenberg and Marquardt.

    points  ((mu_s, mu_r, mu_t), Z), at least one more than there are parameters
    Returns ({name: (value, standard error)}, root mean square of the deviations); None for too few points.
    """
    count = len(START)
    if len(points) <= count:
        return None
    logs = [math.log(p) for p in START]     # all parameters are positive

    def deviations(at):
        here = [math.exp(x) for x in at]
        return [z - value_at(here, mu) for mu, z in points]

    def slopes(at):
        step = 1e-6
        columns = []
        for k in range(count):
            up, down = ([x + sign * step * (j == k) for j, x in enumerate(at)] for sign in (1, -1))
            columns.append([(u - d) / (2 * step) for u, d in zip(deviations(up), deviations(down))])
        return columns

    damping, old = 1e-3, deviations(logs)
    for _ in range(steps):
        columns = slopes(logs)
        normal = [[dot(u, v) for v in columns] for u in columns]
        right = [-dot(u, old) for u in columns]
        damped = [[x * (1 + damping * (i == j)) for j, x in enumerate(row)] for i, row in enumerate(normal)]
        moved = [x + d for x, d in zip(logs, solve(damped, right))]
        new = deviations(moved)
        if dot(new, new) < dot(old, old):
            small = dot(old, old) - dot(new, new) < 1e-12 * dot(old, old)
            logs, old, damping = moved, new, damping / 3
            if small:
                break
        else:
            damping *= 3
    columns = slopes(logs)
    normal = [[dot(u, v) for v in columns] for u in columns]
    variance = dot(old, old) / (len(points) - count)
    found = {}
    for k, name in enumerate(NAMES):
        unit = [float(j == k) for j in range(count)]
        found[name] = (math.exp(logs[k]), math.exp(logs[k]) * math.sqrt(variance * solve(normal, unit)[k]))
    return found, math.sqrt(dot(old, old) / len(points))


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def solve(matrix, right):
    """The solution of a small system of linear equations, by elimination with pivots."""
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    for k in range(len(rows)):
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(len(rows)):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    return [row[-1] / row[k] for k, row in enumerate(rows)]
