import { Skeleton } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import classes from './thread-states.module.css';

const BUBBLES = [
  { key: 'a', width: '42%', side: 'start' },
  { key: 'b', width: '30%', side: 'start' },
  { key: 'c', width: '48%', side: 'end' },
  { key: 'd', width: '36%', side: 'start' },
  { key: 'e', width: '28%', side: 'end' },
] as const;

/** Placeholder bubbles while the messages load. */
export function ThreadSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true" role="status" aria-label={t('inbox:thread.loading')}>
      {BUBBLES.map(({ key, width, side }) => (
        <Skeleton key={key} height={44} width={width} radius="lg" style={{ alignSelf: `flex-${side}` }} />
      ))}
    </div>
  );
}
