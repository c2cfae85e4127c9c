import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import type { ChannelCheck } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { channelReasonText, waitingText } from './channel-text.ts';
import classes from './health-panel.module.css';

/** A check: whether and when it passed, and how to fix it. */
export function CheckRow({ check }: { check: ChannelCheck }) {
  const { name, succeededAt, failedAt, fault: error } = check;
  const state = error !== null ? 'bad' : succeededAt !== null ? 'good' : 'open';
  return (
    <li className={classes.check} data-state={state} data-testid={`check-${name}`}>
      <span className={classes.icon} role="img" aria-label={t(`channel:checks.state.${state}`)}>
        {state === 'good' && <IconCircleCheck size={20} />}
        {state === 'bad' && <IconAlertCircle size={20} />}
        {state === 'open' && <IconCircleDashed size={20} />}
      </span>
      <span>{t(`channel:checks.label.${name}`)}</span>
      <span className={classes.when}>
        {state === 'open' && waitingText(name)}
        {state === 'good' && succeededAt !== null && <RelativeTime time={succeededAt} inWords />}
        {state === 'bad' &&
          (succeededAt === null ? (
            failedAt !== null && <RelativeTime time={failedAt} inWords />
          ) : (
            <Trans
              t={t}
              i18nKey="channel:checks.lastPassed"
              components={{ time: <RelativeTime time={succeededAt} inWords /> }}
            />
          ))}
      </span>
      {error !== null && <span className={classes.error}>{channelReasonText(error)}</span>}
    </li>
  );
}
