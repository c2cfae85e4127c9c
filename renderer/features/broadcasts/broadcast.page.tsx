import { Button, Group, Select, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Broadcast, BroadcastRecipient } from '../../../shared/contract/public/broadcasts.contract.ts';
import {
  BROADCAST_RECIPIENTS_MAX,
  RECIPIENT_FILTERS,
  type RecipientFilter,
} from '../../../shared/domain/templates/broadcasts.ts';
import { api } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount, formatFull, formatShare } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { BackToBroadcasts, BroadcastProgress, BroadcastStatusMark, excludedOf } from './broadcast-marks.tsx';
import classes from './broadcasts.module.css';
import { broadcastOptions, noteBroadcast, recipientList } from './broadcasts.queries.ts';

/** A broadcast: its progress, what came of each person, and what can be done with it. */
export function BroadcastPage() {
  const { broadcastId } = useParams({ from: '/broadcasts/$broadcastId' });
  const { result = null } = useSearch({ from: '/broadcasts/$broadcastId' });
  const navigate = useNavigate();
  const show = (filter: RecipientFilter | null) =>
    void navigate({
      to: '/broadcasts/$broadcastId',
      params: { broadcastId },
      search: filter ? { result: filter } : {},
      replace: true,
    });
  const query = useQuery(broadcastOptions(broadcastId));
  const broadcast = query.data;
  if (query.error && asApiError(query.error).code === 'broadcast_not_found') {
    return (
      <EmptyState
        icon={<IconSpeakerphone size={26} stroke={1.6} />}
        level={1}
        title={t('broadcasts:notFound')}
        actions={<BackToBroadcasts />}
      >
        {t('broadcasts:notFoundText')}
      </EmptyState>
    );
  }
  return (
    <PageFrame
      title={broadcast?.name ?? t('broadcasts:title')}
      above={<BackToBroadcasts />}
      lead={broadcast && <LeadLine broadcast={broadcast} />}
      actions={broadcast && <Actions broadcast={broadcast} />}
    >
      {query.error && !broadcast ? (
        <NotLoadedState title={t('broadcasts:oneNotLoaded')} query={query} isFramed />
      ) : (
        <Stack>
          {broadcast?.pauseReason && broadcast.pauseReason !== 'requested' && (
            <Notice tone="warn">
              {t(`broadcasts:pause.${broadcast.pauseReason}`, {
                people: formatCount(broadcast.counts.recipients + excludedOf(broadcast.counts)),
                max: formatCount(BROADCAST_RECIPIENTS_MAX),
              })}
            </Notice>
          )}
          {broadcast?.wait && (
            <Notice tone="quiet">
              {t(`broadcasts:wait.${broadcast.wait.reason}`, { time: formatFull(broadcast.wait.until) })}
            </Notice>
          )}
          {broadcast?.pace && (
            <Notice tone="quiet">{t('broadcasts:pace.quality', { count: broadcast.pace.perMinute })}</Notice>
          )}
          {broadcast ? (
            <Card>
              <Figures broadcast={broadcast} result={result} onShow={show} />
            </Card>
          ) : (
            <Skeleton height={132} />
          )}
          <Recipients id={broadcastId} broadcast={broadcast} result={result} onShow={show} />
        </Stack>
      )}
    </PageFrame>
  );
}

function LeadLine({ broadcast }: { broadcast: Broadcast }) {
  const { status, sendAt, sendAtLocal, template } = broadcast;
  return (
    <Group gap="sm" mt={8}>
      <BroadcastStatusMark broadcast={broadcast} />
      <span>{template.name}</span>
      {status === 'scheduled' && sendAt && (
        <span>{t('broadcasts:startsAt', { time: formatFull(sendAt) })}</span>
      )}
      {sendAtLocal && <span>{t('broadcasts:localAt', { time: formatFull(sendAtLocal) })}</span>}
    </Group>
  );
}

/** Returns whether the broadcast may still begin: then its people have no results, and its counts are what is expected. */
function isBeforeStart({ status, startedAt }: Broadcast): boolean {
  return startedAt === null && status !== 'canceled';
}

interface ShownResult {
  /** What the people are filtered by; null: all are shown. */
  result: RecipientFilter | null;
  onShow: (result: RecipientFilter | null) => void;
}

function Figures({ broadcast, result, onShow }: { broadcast: Broadcast } & ShownResult) {
  const { counts } = broadcast;
  const isBefore = isBeforeStart(broadcast);
  const share = (count: number) =>
    isBefore || counts.recipients === 0 ? '' : formatShare(count / counts.recipients);
  const figures = [
    ['recipients', counts.recipients, '', 'included'],
    // Those of every later result: there is no filter of all these.
    ['sent', counts.sent, share(counts.sent), null],
    ['delivered', counts.delivered, share(counts.delivered), 'received'],
    ['read', counts.read, share(counts.read), 'read'],
    ['replied', counts.replied, share(counts.replied), 'replied'],
    ['failed', counts.failed, share(counts.failed), 'failed'],
    ['excluded', excludedOf(counts), '', 'excluded'],
  ] as const satisfies readonly (readonly [string, number, string, RecipientFilter | null])[];
  return (
    <>
      <div className={classes.progress}>
        <BroadcastProgress broadcast={broadcast} />
      </div>
      <dl className={classes.figures}>
        {figures.map(([name, count, part, filter]) => (
          <div key={name} data-testid={`broadcast-count-${name}`}>
            <dt>{t(`broadcasts:counts.${name}`)}</dt>
            <dd>
              {filter && count > 0 && !isBefore ? (
                <UnstyledButton
                  className={classes.figure}
                  aria-pressed={result === filter}
                  title={t('broadcasts:recipients.show')}
                  onClick={() => onShow(result === filter ? null : filter)}
                >
                  {formatCount(count)}
                </UnstyledButton>
              ) : (
                formatCount(count)
              )}
              {part && <small>{part}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const ACTIONS = ['pause', 'resume', 'retry', 'cancel'] as const;
type Action = (typeof ACTIONS)[number];

function isOffered(action: Action, { status, counts }: Broadcast): boolean {
  switch (action) {
    case 'pause':
      return status === 'running' || status === 'scheduled';
    case 'resume':
      return status === 'paused';
    case 'cancel':
      return status !== 'completed' && status !== 'canceled';
    case 'retry':
      return counts.retriable > 0 && status !== 'canceled' && status !== 'scheduled';
  }
}

/** What can be done now, each behind a confirmation. */
function Actions({ broadcast }: { broadcast: Broadcast }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const params = { id: broadcast.id };
  const mutation = useMutation(() => api.broadcasts[asked ?? 'pause']({ params }), {
    onSuccess: (changed) => {
      noteBroadcast(changed);
      setAsked(null);
    },
  });
  return (
    <>
      {ACTIONS.filter((action) => isOffered(action, broadcast)).map((action) => (
        <Button
          key={action}
          variant="default"
          // As dark as texts on the page have to be; the color of the theme is not.
          c={action === 'cancel' ? 'var(--sb-bad)' : undefined}
          onClick={() => setAsked(action)}
          data-testid={`broadcast-${action}`}
        >
          {action === 'retry'
            ? t('broadcasts:actions.retryCount', { count: broadcast.counts.retriable })
            : t(`broadcasts:actions.${action}`)}
        </Button>
      ))}
      <ConfirmModal
        opened={asked !== null}
        title={asked ? t(`broadcasts:confirm.${asked}.title`) : ''}
        confirmLabel={asked ? t(`broadcasts:confirm.${asked}.yes`) : ''}
        isHarmless={asked !== 'cancel'}
        mutation={mutation}
        onClose={() => setAsked(null)}
      >
        {asked && confirmTextOf(asked, broadcast)}
      </ConfirmModal>
    </>
  );
}

/** Returns what an action does; while nobody has got the broadcast, it is something else. */
function confirmTextOf(action: Action, broadcast: Broadcast): string {
  const isBefore = action !== 'retry' && isBeforeStart(broadcast);
  return isBefore ? t(`broadcasts:confirm.${action}.before`) : t(`broadcasts:confirm.${action}.text`);
}

const columns = (): Column[] => [
  { key: 'contact', title: t('broadcasts:recipients.contact') },
  { key: 'result', title: t('broadcasts:recipients.result') },
];

/** What came of each person. */
function Recipients({
  id,
  broadcast,
  result,
  onShow,
}: { id: string; broadcast: Broadcast | undefined } & ShownResult) {
  const list = useInfiniteQuery(recipientList(id, result));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Stack gap="xs">
      {(result !== null || (broadcast && !isBeforeStart(broadcast))) && (
        <Select
          aria-label={t('broadcasts:recipients.filter')}
          placeholder={t('broadcasts:recipients.all')}
          w={220}
          clearable
          clearButtonProps={{ 'aria-label': t('broadcasts:recipients.all') }}
          data={RECIPIENT_FILTERS.map((value) => ({
            value,
            label: filterLabel(value),
          }))}
          value={result}
          onChange={(value) => onShow(value)}
        />
      )}
      <ListCard
        query={list}
        more={t('broadcasts:more')}
        errorTitle={t('broadcasts:recipients.notLoaded')}
        empty={
          rows?.length === 0 && broadcast && <p className={classes.nobody}>{whyEmpty(broadcast, result)}</p>
        }
      >
        <DataTable label={t('broadcasts:recipients.label')} columns={columns()}>
          {rows === undefined ? (
            <SkeletonRows columns={columns()} hasActions={false} />
          ) : (
            rows.map((recipient) => (
              <tr key={recipient.contact.id} data-testid="recipient-row">
                <td dir="auto">
                  {recipient.conversationId ? (
                    <Link
                      className={classes.link}
                      to="/inbox/{-$conversationId}"
                      params={{ conversationId: recipient.conversationId }}
                    >
                      {contactTitle(recipient.contact)}
                    </Link>
                  ) : (
                    contactTitle(recipient.contact)
                  )}
                </td>
                <td>
                  {t(`broadcasts:results.${recipient.result}`)}
                  {recipient.replied && ` · ${t('broadcasts:recipients.replied')}`}
                  <span className={classes.reason}>{whyOf(recipient)}</span>
                </td>
              </tr>
            ))
          )}
        </DataTable>
      </ListCard>
    </Stack>
  );
}

function filterLabel(filter: RecipientFilter): string {
  if (filter === 'included') return t('broadcasts:counts.recipients');
  if (filter === 'received') return t('broadcasts:recipients.received');
  return filter === 'replied' ? t('broadcasts:counts.replied') : t(`broadcasts:results.${filter}`);
}

/** Returns why nobody is listed. */
function whyEmpty(broadcast: Broadcast, result: RecipientFilter | null): string {
  if (isBeforeStart(broadcast)) return t('broadcasts:recipients.later');
  if (result !== null) return t('broadcasts:recipients.none');
  const isOver = broadcast.status === 'canceled' || broadcast.status === 'completed';
  return t(isOver ? 'broadcasts:recipients.noOne' : 'broadcasts:recipients.later');
}

function whyOf({ reason, error }: BroadcastRecipient): string {
  if (reason) return t(`broadcasts:excluded.${reason}`);
  return error ? reasonText('platform', { code: error.code, sentence: error.message }) : '';
}
