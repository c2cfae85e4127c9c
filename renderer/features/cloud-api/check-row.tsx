import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ChannelCheck } from '../../../shared/contract/cloud-api.contract.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { CHECK_LABELS } from './channel-words.ts';
import classes from './health-panel.module.css';

const WORDS = { good: 'Good', bad: 'Failed', open: 'Not seen yet' } as const;

/** One thing that is looked at: whether it is good, since when, and what mends it. */
export function CheckRow({ check }: { check: ChannelCheck }) {
  const { name, succeededAt, failedAt, fault } = check;
  const state = fault !== null ? 'bad' : succeededAt !== null ? 'good' : 'open';
  const { label, waits = 'Not looked at yet' } = CHECK_LABELS[name];
  return (
    <li className={classes.check} data-state={state} data-testid={`check-${name}`}>
      <span className={classes.sign} role="img" aria-label={WORDS[state]}>
        {state === 'good' && <IconCircleCheck size={20} />}
        {state === 'bad' && <IconAlertCircle size={20} />}
        {state === 'open' && <IconCircleDashed size={20} />}
      </span>
      <span>{label}</span>
      <span className={classes.when}>
        {state === 'open' && waits}
        {state === 'good' && succeededAt !== null && <RelativeTime time={succeededAt} inWords />}
        {state === 'bad' &&
          (succeededAt === null ? (
            failedAt !== null && <RelativeTime time={failedAt} inWords />
          ) : (
            <>
              last good <RelativeTime time={succeededAt} inWords />
            </>
          ))}
      </span>
      {fault !== null && <span className={classes.fault}>{fault.message}</span>}
    </li>
  );
}
