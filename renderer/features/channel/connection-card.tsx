import { Button } from '@mantine/core';
import type { CloudApi } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { formatDate, formatFull } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { channelReasonText, isRated, limitText, numberText } from './channel-text.ts';
import classes from './health-panel.module.css';

/** The number, its state and its credentials. */
export function ConnectionCard({
  cloudApi,
  onChangeCredentials,
}: {
  cloudApi: CloudApi;
  onChangeCredentials: () => void;
}) {
  const { channel, credentials, number, tokenExpiresAt, waiting } = cloudApi;
  const quality = number?.quality ?? null;
  const isBad = channel.state === 'credentials_refused';
  return (
    <Card padded>
      <div className={classes.card}>
        <div className={classes.top}>
          <div>
            <div className={classes.number}>
              {number
                ? numberText(number)
                : t('channel:connection.numberId', { id: credentials.phoneNumberId })}
            </div>
            {number?.verifiedName && <div className={classes.name}>{number.verifiedName}</div>}
          </div>
          <span className={classes.state} data-state={channel.state} data-testid="channel-state">
            {t(`channel:states.${channel.state}`)}
          </span>
        </div>
        {channel.state !== 'connected' && channel.reason !== null && (
          <Notice tone={isBad ? 'bad' : 'warn'}>
            <div>{channelReasonText(channel.reason)}</div>
            <div className={classes.since}>
              {channel.since !== null && t('channel:connection.since', { time: formatFull(channel.since) })}{' '}
              {waiting > 0 && t('channel:connection.waiting', { count: waiting })}
            </div>
          </Notice>
        )}
        {!credentials.isReadable && <Notice tone="bad">{t('channel:connection.secretsUnreadable')}</Notice>}
        {tokenExpiresAt !== null && (
          <Notice tone="warn">
            {t('channel:connection.tokenExpires', { date: formatFull(tokenExpiresAt) })}
          </Notice>
        )}
        <dl className={classes.facts}>
          <Fact
            label={t('channel:connection.quality')}
            value={
              quality && (isRated(quality) ? t(`channel:quality.${quality}`) : t('channel:quality.none'))
            }
          />
          <Fact label={t('channel:connection.limit')} value={limitText(number?.messagingLimit ?? null)} />
          <Fact label={t('channel:fields.appId')} value={credentials.appId} />
          <Fact label={t('channel:fields.appSecret')} value={secretWords(credentials.appSecret)} />
          <Fact label={t('channel:fields.accessToken')} value={secretWords(credentials.accessToken)} />
          <Fact label={t('channel:fields.wabaId')} value={credentials.wabaId} />
          <Fact label={t('channel:fields.phoneNumberId')} value={credentials.phoneNumberId} />
          <Fact
            label={t('channel:connection.saved')}
            value={credentials.savedAt && formatDate(credentials.savedAt)}
          />
        </dl>
        <div>
          <Button
            variant={isBad ? 'filled' : 'default'}
            onClick={onChangeCredentials}
            data-testid="credentials-change"
          >
            {t('channel:changeCredentials')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? t('channel:unknown')}</dd>
    </div>
  );
}

function secretWords({ set, endsIn }: CloudApi['credentials']['appSecret']): string {
  if (!set) return t('channel:secret.notSet');
  return endsIn === null ? t('channel:secret.set') : t('channel:secret.endsIn', { end: endsIn });
}
