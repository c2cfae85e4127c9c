import { Button, CloseButton, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ContactAction } from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { formatClockSeconds, formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { NotLoaded, NotLoadedState } from '../../../ui/error-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { statusLabel } from '../contact-labels.ts';
import { refreshContactLists } from '../contacts.actions.ts';
import { recountSegments } from '../segments/segments.queries.ts';
import { actionsOptions, undoAction } from './actions.queries.ts';
import classes from './bulk.module.css';

const isLive = ({ state }: ContactAction) => ['waiting', 'running', 'undoing'].includes(state);

/** The changes of many contacts that are under way, and those that this page has started and nobody has put away. */
export function ActionList({
  started,
  onDismiss,
}: {
  started: readonly string[];
  onDismiss: (id: string) => void;
}) {
  const list = useQuery(actionsOptions());
  const actions = list.data?.data ?? [];
  const ended = actions.filter((one) => !isLive(one)).map(({ id, state }) => `${id} ${state}`);
  const ends = ended.join();
  // The lists on screen have changed with each that ends.
  const refresh = useEffectEvent(() => {
    refreshContactLists();
    recountSegments();
  });
  useEffect(() => {
    if (ends !== '') refresh();
  }, [ends]);
  const shown = actions.filter((one) => isLive(one) || started.includes(one.id)).toReversed();
  // What was started here may be running or have failed.
  if (started.length > 0 && !list.data)
    return <NotLoaded title={t('contacts:actions.loadFailed')} query={list} />;
  if (shown.length === 0) return null;
  return (
    <ul className={classes.actions}>
      {shown.map((one) => (
        <ActionRow key={one.id} action={one} onDismiss={isLive(one) ? null : () => onDismiss(one.id)} />
      ))}
    </ul>
  );
}

/** The latest changes of many contacts, of all members: they can be undone for 30 days. */
export function RecentActions({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('contacts:actions.recent')} size="lg">
      <RecentList />
    </Modal>
  );
}

function RecentList() {
  const list = useQuery(actionsOptions());
  const { data } = list;
  if (list.error && !data) return <NotLoadedState title={t('contacts:actions.loadFailed')} query={list} />;
  if (data?.data.length === 0) return <Text c="dimmed">{t('contacts:actions.none')}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('contacts:actions.recentHint')}
      </Text>
      <ul className={classes.actions}>
        {data?.data.map((one) => (
          <ActionRow key={one.id} action={one} onDismiss={null} isDated />
        ))}
      </ul>
    </Stack>
  );
}

function ActionRow({
  action,
  onDismiss,
  isDated = false,
}: {
  action: ContactAction;
  onDismiss: (() => void) | null;
  isDated?: boolean;
}) {
  const undoing = useMutation(() => undoAction(action.id), {
    onError: (error) => showErrorToast(t('contacts:actions.notUndone'), error),
  });
  const { kind, state, total, done } = action;
  const isDeletion = kind === 'delete';
  const mayUndo = isDeletion
    ? state === 'waiting' || state === 'running'
    : ['running', 'done', 'failed'].includes(state) && !(state === 'done' && action.changed === 0);
  return (
    <li className={classes.action} data-testid="contact-action" data-state={state}>
      <div className={classes.text}>
        <span role="status">{actionText(action)}</span>
        {isDated && (
          <span className={classes.soft}>
            {action.createdBy !== null && `${action.createdBy} · `}
            <RelativeTime time={action.createdAt} />
          </span>
        )}
        {(state === 'running' || state === 'undoing') && (
          <Progress
            value={total === 0 ? 100 : (done / total) * 100}
            aria-label={t('contacts:actions.progress', {
              done: formatCount(done),
              total: formatCount(total),
            })}
          />
        )}
      </div>
      {mayUndo && (
        <Button
          variant="default"
          size="compact-sm"
          loading={undoing.isPending}
          onClick={() => undoing.mutate()}
          data-testid="contact-action-undo"
        >
          {isDeletion && state === 'running' ? t('contacts:actions.stop') : t('contacts:actions.undo')}
        </Button>
      )}
      {onDismiss && <CloseButton aria-label={t('actions.close')} onClick={onDismiss} />}
    </li>
  );
}

function actionText({ kind, state, detail, total, changed, startsAt }: ContactAction): string {
  const count = state === 'done' || state === 'canceled' ? changed : total;
  const values = {
    count,
    number: formatCount(count),
    tags: (detail.tags ?? []).join(', '),
    status: detail.status ? statusLabel(detail.status) : '',
    time: formatClockSeconds(startsAt),
  };
  if (kind === 'delete') {
    if (state === 'waiting') return t('contacts:actions.delete.waiting', values);
    if (state === 'running') return t('contacts:actions.delete.running', values);
    if (state === 'done') return t('contacts:actions.delete.done', values);
    if (state === 'failed') return t('contacts:actions.failed');
    return t('contacts:actions.delete.canceled', values);
  }
  if (state === 'failed') return t('contacts:actions.failed');
  const step =
    state === 'done' ? 'done' : state === 'undoing' ? 'undoing' : state === 'undone' ? 'undone' : 'running';
  return t(`contacts:actions.${kind}.${step}`, values);
}
