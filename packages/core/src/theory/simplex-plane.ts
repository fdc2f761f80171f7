// The simplex of three weights drawn as an equilateral triangle of side 1 [MMPF Sec. A.2]:
//   f(μ) = ((2 μ_1 + μ_2) / 2, √3 μ_2 / 2)
// so e¹, e² and e³ sit at (1, 0), (½, √3/2) and (0, 0).

/** A point of the plane. */
export type PlanePoint = readonly [x: number, y: number];

/** The point of the plane at which weights of three groups are drawn. */
export function toPlane([first, second]: readonly number[]): PlanePoint {
  return [(2 * first! + second!) / 2, (Math.sqrt(3) * second!) / 2];
}

/**
 * The outline of a region of the triangle that is star-shaped with respect to e^group, as weights: the vertex
 * itself, then for each of `rays` rays from it (≥ 2) the last point inside. Star-shaped means that a ray
 * leaves the region once, so halving finds where.
 */
export function starBoundary(
  group: number,
  contains: (mu: readonly number[]) => boolean,
  rays = 61,
): readonly (readonly number[])[] {
  const [next, last] = [(group + 1) % 3, (group + 2) % 3];
  const along = (share: number, reach: number): number[] => {
    const mu = [0, 0, 0];
    mu[group] = 1 - reach;
    mu[next] = reach * (1 - share);
    mu[last] = reach * share;
    return mu;
  };
  const outline = [along(0, 0)];
  for (let ray = 0; ray < rays; ray++) {
    const share = ray / (rays - 1);
    let inside = 0;
    let outside = 1;
    if (contains(along(share, 1))) inside = 1;
    while (inside < 1 && outside - inside > RAY_TOLERANCE) {
      const middle = (inside + outside) / 2;
      if (contains(along(share, middle))) inside = middle;
      else outside = middle;
    }
    outline.push(along(share, inside));
  }
  return outline;
}

/** The share of a ray to which its end is found: finer than a pixel of any picture. */
const RAY_TOLERANCE = 2 ** -13;
