import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './success-figures.module.css';

const SIZE = 30;
const RADIUS = SIZE / 2 - 3;
const AROUND = 2 * Math.PI * RADIUS;

/** How much of what an endpoint was sent in the last 24 hours got through. */
export function SuccessFigures({ counts }: { counts: WebhookEndpoint['last24Hours'] }) {
  const { succeeded, failed, pending } = counts;
  const done = succeeded + failed;
  if (done + pending === 0) return <span className={classes.soft}>Nothing sent</span>;
  return (
    <div className={classes.figures}>
      {done > 0 && <Ring share={succeeded / done} />}
      <div>
        {done > 0 && <div className={classes.share}>{percent(succeeded, done)}</div>}
        <div className={classes.soft}>
          {done > 0 && `${formatCount(succeeded)} of ${formatCount(done)}`}
          {done > 0 && pending > 0 && ' · '}
          {pending > 0 && `${formatCount(pending)} waiting`}
        </div>
      </div>
    </div>
  );
}

function Ring({ share }: { share: number }) {
  return (
    <svg className={classes.ring} width={SIZE} height={SIZE} aria-hidden="true">
      <circle
        className={classes.track}
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        data-failed={share < 1 || undefined}
      />
      <circle
        className={classes.part}
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        strokeDasharray={`${share * AROUND} ${AROUND}`}
      />
    </svg>
  );
}

/** Rounded, but never to a hundred while something has failed, nor to zero while something got through. */
function percent(part: number, whole: number): string {
  const exact = (part / whole) * 100;
  if (part < whole && exact > 99) return '>99 %';
  if (part > 0 && exact < 1) return '<1 %';
  return `${Math.round(exact)} %`;
}
