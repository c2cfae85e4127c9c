import classes from './sparkline.module.css';

export interface Point {
  /** Milliseconds of the clock. */
  at: number;
  value: number;
}

const WIDTH = 200;
const HEIGHT = 40;
/** Points further apart than this have nothing between them: the line is broken there. */
const GAP_MS = 20_000;

/** A small chart of one amount over a stretch of time that ends now. `label` says in words what it shows. */
export function Sparkline({
  points,
  from,
  to,
  top,
  label,
}: {
  points: readonly Point[];
  from: number;
  to: number;
  /** The value at the upper edge; what is higher makes room for itself. */
  top: number;
  label: string;
}) {
  const highest = Math.max(top, ...points.map(({ value }) => value)) || 1;
  const x = (at: number) => (((at - from) / (to - from)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 1 - (value / highest) * (HEIGHT - 3)).toFixed(1);
  const runs = runsOf(points.filter(({ at }) => at >= from && at <= to));
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line className={classes.floor} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {runs.map((run) => {
        const line = run.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
        const [first, last] = [run[0]?.at ?? from, run.at(-1)?.at ?? to];
        return (
          <g key={first}>
            <polygon className={classes.area} points={`${x(first)},${HEIGHT} ${line} ${x(last)},${HEIGHT}`} />
            <polyline className={classes.line} points={line} />
          </g>
        );
      })}
    </svg>
  );
}

function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= GAP_MS) run.push(point);
    else runs.push([point]);
  }
  return runs;
}
