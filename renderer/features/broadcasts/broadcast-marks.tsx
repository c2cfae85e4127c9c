import { Progress } from '@mantine/core';
import type { Broadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { DotBadge } from '../../ui/dot-badge.tsx';
import classes from './broadcasts.module.css';

const TONES = {
  scheduled: 'quiet',
  running: 'good',
  paused: 'warn',
  completed: 'good',
  canceled: 'quiet',
} as const;

/** Leads back to the list, from above the title of a page. */
export function BackToBroadcasts() {
  return <BackLink to="/broadcasts">{t('broadcasts:title')}</BackLink>;
}

/** The state of a broadcast, in a word. */
export function BroadcastStatusMark({ broadcast: { status } }: { broadcast: Broadcast }) {
  return (
    <DotBadge className={classes.mark} data-tone={TONES[status]} data-testid="broadcast-status">
      {t(`broadcasts:status.${status}`)}
    </DotBadge>
  );
}

/** How many of the people have a result. */
export function BroadcastProgress({ broadcast: { counts } }: { broadcast: Broadcast }) {
  const { recipients, sent, failed } = counts;
  const done = sent + failed;
  const label = t('broadcasts:progress', {
    done: formatCount(done),
    count: recipients,
    total: formatCount(recipients),
  });
  const part = (count: number) => (recipients === 0 ? 0 : (100 * count) / recipients);
  return (
    <>
      <Progress.Root size="sm" mb={6}>
        <Progress.Section value={part(sent)} aria-label={label} color="teal.7" />
        <Progress.Section value={part(failed)} aria-hidden color="red.7" />
      </Progress.Root>
      <span>{label}</span>
    </>
  );
}

/** Returns how many people are excluded. */
export function excludedOf({ excluded }: Pick<Broadcast['counts'], 'excluded'>): number {
  return Object.values(excluded).reduce((sum, count) => sum + count, 0);
}
