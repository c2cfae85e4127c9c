import type { WebhookFigures } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import classes from './delivery-bars.module.css';
import { countOf } from './overview-scale.ts';

const HEIGHT = 100;
/** The minimum height, so that small counts are visible. */
const MIN_HEIGHT = 2.5;
const GAP = 0.16;
/** From bottom to top. */
const RESULTS = ['succeeded', 'pending', 'failed'] as const;

/** A bar for each time step, with the deliveries stacked by result. */
export function DeliveryBars({ steps, top }: { steps: readonly WebhookFigures[]; top: number }) {
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${steps.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {steps.map((step, index) =>
        partsOf(step, top).map(({ result, height, below }) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
            key={`${index} ${result}`}
            className={classes[result]}
            x={index + GAP / 2}
            width={1 - GAP}
            y={HEIGHT - below - height}
            height={height}
          />
        )),
      )}
    </svg>
  );
}

function partsOf(step: WebhookFigures, top: number) {
  if (countOf(step) === 0) return [];
  let below = 0;
  return RESULTS.filter((result) => step[result] > 0).map((result) => {
    const height = Math.max((step[result] / top) * HEIGHT, MIN_HEIGHT);
    const part = { result, height, below };
    below += height;
    return part;
  });
}
