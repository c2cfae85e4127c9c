import type { WebhookEndpoint } from '../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { formatCount } from '../../lib/format/format.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import classes from './success-figures.module.css';

const SIZE = 30;
const RADIUS = SIZE / 2 - 3;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The share of deliveries of the last 24 hours that succeeded. */
export function SuccessFigures({ counts }: { counts: WebhookEndpoint['last24Hours'] }) {
  const { succeeded, failed, pending } = counts;
  const all = succeeded + failed + pending;
  const share = { succeeded: formatCount(succeeded), total: formatCount(all) };
  if (all === 0) return <span className={classes.soft}>{t('webhooks:figures.nothing')}</span>;
  return (
    <div className={classes.figures}>
      <Ring arrived={succeeded / all} failed={failed / all} />
      <div>
        <div className={classes.share}>{percent(succeeded, all)}</div>
        <div className={classes.soft}>
          {pending > 0
            ? t('webhooks:figures.shareWithPending', { ...share, count: pending })
            : t('webhooks:figures.share', share)}
        </div>
      </div>
    </div>
  );
}

/** A ring of succeeded and failed deliveries. The pending share stays grey. */
function Ring({ arrived, failed }: { arrived: number; failed: number }) {
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS };
  return (
    <svg className={classes.ring} width={SIZE} height={SIZE} aria-hidden="true">
      <circle className={classes.track} {...circle} />
      <circle
        className={classes.failed}
        {...circle}
        strokeDasharray={`${failed * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        strokeDashoffset={-arrived * CIRCUMFERENCE}
      />
      <circle
        className={classes.arrived}
        {...circle}
        strokeDasharray={`${arrived * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
      />
    </svg>
  );
}

/**
 * Rounds a share to a percentage, but never to 100% while something has failed, nor to 0% when something has
 * succeeded.
 */
export function percent(part: number, whole: number): string {
  const share = part / whole;
  const { format } = new Intl.NumberFormat(currentLanguage(), { style: 'percent' });
  if (part < whole && share > 0.99) return `>${format(0.99)}`;
  if (part > 0 && share < 0.01) return `<${format(0.01)}`;
  return format(share);
}
