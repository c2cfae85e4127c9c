import { Button } from '@mantine/core';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { formatDate, formatFull } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { limitWords, numberWords, QUALITY_LABELS } from './channel-words.ts';
import classes from './health-panel.module.css';

const STATES = {
  not_connected: 'Not connected',
  connected: 'Connected',
  credentials_refused: 'Refused by the platform',
  platform_unreachable: 'Platform cannot be reached',
} as const;

/** The number, how it stands, and what it is connected with. */
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
              {number ? numberWords(number) : `ID ${credentials.phoneNumberId}`}
            </div>
            {number?.verifiedName && <div className={classes.name}>{number.verifiedName}</div>}
          </div>
          <span className={classes.state} data-state={channel.state} data-testid="channel-state">
            {STATES[channel.state]}
          </span>
        </div>
        {channel.state !== 'connected' && channel.reason !== null && (
          <Notice tone={isBad ? 'bad' : 'warn'}>
            <div>{channel.reason.message}</div>
            <div className={classes.since}>
              {channel.since !== null && `Since ${formatFull(channel.since)}. `}
              {waiting > 0 && `${waiting === 1 ? '1 message waits' : `${waiting} messages wait`} for it.`}
            </div>
          </Notice>
        )}
        {!credentials.isReadable && (
          <Notice tone="bad">
            The stored secrets were sealed under a key that this server does not know. Enter them again, or
            let whoever runs the server start it with the earlier key as well.
          </Notice>
        )}
        {tokenExpiresAt !== null && (
          <Notice tone="warn">
            The access token is temporary: it ends on {formatFull(tokenExpiresAt)}, and sending stops then.
            Make a permanent one for a system user and enter it.
          </Notice>
        )}
        <dl className={classes.facts}>
          <Fact label="Quality" value={quality && (QUALITY_LABELS[quality] ?? 'Not rated yet')} />
          <Fact label="May write first to" value={limitWords(number?.messagingLimit ?? null)} />
          <Fact label="App ID" value={credentials.appId} />
          <Fact label="App Secret" value={secretWords(credentials.appSecret)} />
          <Fact label="Access token" value={secretWords(credentials.accessToken)} />
          <Fact label="WABA ID" value={credentials.wabaId} />
          <Fact label="Phone number ID" value={credentials.phoneNumberId} />
          <Fact label="Saved" value={credentials.savedAt && formatDate(credentials.savedAt)} />
        </dl>
        <div>
          <Button
            variant={isBad ? 'filled' : 'default'}
            onClick={onChangeCredentials}
            data-testid="credentials-change"
          >
            Change credentials
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
      <dd>{value ?? 'Not known yet'}</dd>
    </div>
  );
}

function secretWords({ set, endsIn }: CloudApi['credentials']['appSecret']): string {
  if (!set) return 'Not set';
  return endsIn === null ? 'Set' : `Set, ends in …${endsIn}`;
}
