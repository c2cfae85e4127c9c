import { VisuallyHidden } from '@mantine/core';
import type { Label } from '../../../../shared/contract/inbox/labels.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import classes from './label-marks.module.css';

/** A label's color. */
export function LabelDot({ color }: Pick<Label, 'color'>) {
  return <span className={classes.dot} data-color={color} aria-hidden="true" />;
}

/** A label with its name. */
export function LabelChip({ label: { name, color } }: { label: Label }) {
  return (
    <span className={classes.chip} data-color={color} dir="auto">
      {name}
    </span>
  );
}

const SHOWN = 3;

/** The labels of a row: a dot for each of the first ones, with all names as a tooltip. */
export function LabelDots({ labels }: { labels: readonly Label[] }) {
  if (labels.length === 0) return null;
  const names = labels.map(({ name }) => name).join(', ');
  return (
    <Tip label={names}>
      <span className={classes.dots} data-testid="row-labels">
        {labels.slice(0, SHOWN).map(({ id, color }) => (
          <LabelDot key={id} color={color} />
        ))}
        {labels.length > SHOWN && (
          <span className={classes.more} aria-hidden="true">
            +{labels.length - SHOWN}
          </span>
        )}
        <VisuallyHidden>{t('inbox:labels.of', { names })}</VisuallyHidden>
      </span>
    </Tip>
  );
}
