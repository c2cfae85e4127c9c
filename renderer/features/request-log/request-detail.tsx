import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../../../shared/contract/request-log.contract.ts';
import { formatDuration, formatFullInstant } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { CopyIcon } from '../../ui/code/copy-icon.tsx';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import classes from './request-log.module.css';
import { KeyName, StatusBadge } from './request-table.tsx';

/** All that is stored of a request, with a link to the page that explains its error. */
export function RequestDetail({ request }: { request: LoggedRequest }) {
  const { method, path, status, errorCode, invalidFields, requestId, ip, idempotencyKey } = request;
  return (
    <Stack gap="md" data-testid="request-detail">
      <div className={classes.heading}>
        <StatusBadge status={status} />
        <span className={classes.mono}>
          {method} {path}
        </span>
      </div>
      <dl className={classes.facts}>
        <Fact name={t('request-log:columns.time')}>{formatFullInstant(request.createdAt)}</Fact>
        <Fact name={t('request-log:columns.duration')}>{formatDuration(request.milliseconds)}</Fact>
        <Fact name={t('request-log:columns.key')}>
          <KeyName request={request} />
        </Fact>
        {errorCode !== null && (
          <Fact name={t('request-log:detail.error')}>
            <span className={classes.mono}>{errorCode}</span>
            <DocsLink page={`errors#${errorCode}`}>{t('request-log:detail.explain')}</DocsLink>
          </Fact>
        )}
        {invalidFields.length > 0 && (
          <Fact name={t('request-log:detail.fields')}>
            <span className={classes.mono}>{invalidFields.join(', ')}</span>
          </Fact>
        )}
        <Fact name={t('request-log:detail.requestId')}>
          <span className={classes.mono}>{requestId}</span>
          <CopyIcon value={requestId} label={t('request-log:detail.copyRequestId')} />
        </Fact>
        {idempotencyKey !== null && (
          <Fact name="Idempotency-Key">
            <span className={classes.mono}>{idempotencyKey}</span>
            <CopyIcon value={idempotencyKey} label={t('request-log:detail.copyIdempotencyKey')} />
          </Fact>
        )}
        {ip !== null && (
          <Fact name={t('request-log:detail.ip')}>
            <span className={classes.mono}>{ip}</span>
          </Fact>
        )}
      </dl>
      {status === 499 && <Text size="sm">{t('request-log:detail.disconnected')}</Text>}
      <Text size="sm" c="dimmed">
        {t('request-log:detail.privacy')}
      </Text>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
