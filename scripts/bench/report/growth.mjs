// How a cost grows with the size of what it depends on: its slope, and where it bends.

/** How much steeper a step must be than the one before, as an exponent, to count as a bend. Noise is less. */
const BEND = 0.3;

/**
 * Returns the cost of a row: its ratio to the floor in the same run, which the load of the machine changes least, unless the
 * row says that the figure itself is meant.
 */
function costOf({ growth, ratio, ours }) {
  return growth.cost === 'ours' || typeof ratio !== 'number' ? ours : ratio;
}

/**
 * Returns each series of some rows with at least two sizes: `{ series, of, unit, points: [{ at, cost }], perTenfold, bendsAt }`.
 * `perTenfold` is by how much the cost multiplies when the size does by ten, over all sizes: 1 is flat, 10 is in proportion;
 * `bendsAt` is the size from which it grows clearly faster than before, null if there is none or fewer than three sizes.
 */
export function growthOf(rows) {
  const all = new Map();
  for (const row of rows) {
    if (!row.growth) continue;
    const { series, of, at } = row.growth;
    const key = `${of} ${series}`;
    const isRatio = row.growth.cost !== 'ours' && typeof row.ratio === 'number';
    const one = all.get(key) ?? { series, of, unit: isRatio ? '× floor' : row.unit, points: [] };
    one.points.push({ at, cost: costOf(row) });
    all.set(key, one);
  }
  return [...all.values()]
    .map((one) => ({ ...one, points: one.points.toSorted((a, b) => a.at - b.at) }))
    .filter(({ points }) => points.length > 1)
    .map((one) => ({ ...one, ...slopeOf(one.points) }));
}

function slopeOf(points) {
  const exponent = (from, to) => Math.log(to.cost / from.cost) / Math.log(to.at / from.at);
  if (points.some(({ cost }) => !(cost > 0))) return { perTenfold: null, bendsAt: null };
  const steps = points.slice(1).map((to, index) => exponent(points[index], to));
  const bend = steps.findIndex((step, index) => index > 0 && step - steps[index - 1] >= BEND && step >= BEND);
  return {
    perTenfold: 10 ** exponent(points[0], points.at(-1)),
    bendsAt: bend < 0 ? null : points[bend].at,
  };
}
