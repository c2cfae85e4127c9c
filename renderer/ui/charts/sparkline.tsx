import classes from './sparkline.module.css';

export interface Point {
  /** Milliseconds of the clock. */
  at: number;
  value: number;
}

/** One amount over time. `main` has the ground under it filled; `second` is dashed. */
export interface Line {
  tone: 'main' | 'second';
  points: readonly Point[];
}

const WIDTH = 200;
const HEIGHT = 40;

/** A small chart of amounts over a stretch of time. `label` says in words what it shows. */
export function Sparkline({
  lines,
  from,
  to,
  top,
  gapMs,
  label,
  fills = false,
}: {
  lines: readonly Line[];
  from: number;
  to: number;
  /** The value at the upper edge; what is higher makes room for itself. */
  top: number;
  /** Points further apart than this have nothing between them: the line is broken there. */
  gapMs: number;
  label: string;
  /** As high as what it stands in, which has a floor of its own. */
  fills?: boolean;
}) {
  const highest = Math.max(top, ...lines.flatMap(({ points }) => points.map(({ value }) => value))) || 1;
  const x = (at: number) => (((at - from) / (to - from)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 1 - (value / highest) * (HEIGHT - 3)).toFixed(1);
  const runs = lines.flatMap(({ tone, points }) =>
    runsOf(
      points.filter(({ at }) => at >= from && at <= to),
      gapMs,
    ).map((run) => ({ tone, run })),
  );
  return (
    <svg
      className={classes.chart}
      data-fills={fills || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {!fills && <line className={classes.floor} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />}
      {runs.map(({ tone, run }) => {
        const line = run.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
        const [first, last] = [run[0]?.at ?? from, run.at(-1)?.at ?? to];
        return (
          <g key={`${tone} ${first}`} data-tone={tone} data-alone={run.length === 1 || undefined}>
            {tone === 'main' && (
              <polygon
                className={classes.area}
                points={`${x(first)},${HEIGHT} ${line} ${x(last)},${HEIGHT}`}
              />
            )}
            {/* A point with no neighbours is a line to itself: its round ends make a dot. */}
            <polyline className={classes.line} points={run.length === 1 ? `${line} ${line}` : line} />
          </g>
        );
      })}
    </svg>
  );
}

function runsOf(points: readonly Point[], gapMs: number): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= gapMs) run.push(point);
    else runs.push([point]);
  }
  return runs;
}
