import classes from './sparkline.module.css';

export interface Point {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

/** One series. `main` has its area filled; `second` is dashed. */
export interface Line {
  tone: 'main' | 'second';
  points: readonly Point[];
}

const WIDTH = 200;
const HEIGHT = 40;

/** A small line chart. `label` describes it for screen readers. */
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
  /** The value at the upper edge; higher values raise it. */
  top: number;
  /** The line has a gap between points that are further apart than this. */
  gapMs: number;
  label: string;
  /** Fills the height of its container. */
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
            {/* A single point is drawn as a line to itself, whose round ends make a dot. */}
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
