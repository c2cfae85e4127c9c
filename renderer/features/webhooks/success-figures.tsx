import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './success-figures.module.css';

const SIZE = 30;
const RADIUS = SIZE / 2 - 3;
const AROUND = 2 * Math.PI * RADIUS;

/** How much of what an endpoint was to be sent in the last 24 hours has arrived. */
export function SuccessFigures({ counts }: { counts: WebhookEndpoint['last24Hours'] }) {
  const { succeeded, failed, pending } = counts;
  const all = succeeded + failed + pending;
  if (all === 0) return <span className={classes.soft}>Nothing sent</span>;
  return (
    <div className={classes.figures}>
      <Ring arrived={succeeded / all} failed={failed / all} />
      <div>
        <div className={classes.share}>{percent(succeeded, all)}</div>
        <div className={classes.soft}>
          {formatCount(succeeded)} of {formatCount(all)}
          {pending > 0 && ` · ${formatCount(pending)} waiting`}
        </div>
      </div>
    </div>
  );
}

/** What waits is left grey. */
function Ring({ arrived, failed }: { arrived: number; failed: number }) {
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS };
  return (
    <svg className={classes.ring} width={SIZE} height={SIZE} aria-hidden="true">
      <circle className={classes.track} {...circle} />
      <circle
        className={classes.failed}
        {...circle}
        strokeDasharray={`${failed * AROUND} ${AROUND}`}
        strokeDashoffset={-arrived * AROUND}
      />
      <circle className={classes.arrived} {...circle} strokeDasharray={`${arrived * AROUND} ${AROUND}`} />
    </svg>
  );
}

/** Rounded, but never to a hundred while something has failed, nor to zero while something got through. */
export function percent(part: number, whole: number): string {
  const exact = (part / whole) * 100;
  if (part < whole && exact > 99) return '>99 %';
  if (part > 0 && exact < 1) return '<1 %';
  return `${Math.round(exact)} %`;
}
