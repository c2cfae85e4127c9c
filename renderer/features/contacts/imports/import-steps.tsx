import { Button, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactImport } from '../../../../shared/contract/contacts/contact-imports.contract.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { asApiError } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { capitalised } from '../../../lib/forms/form-errors.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { downloadRejected, importOptions, importReason, refreshImports } from './imports.queries.ts';
import { MappingForm } from './mapping-form.tsx';

const RUNNING: ReadonlySet<ContactImport['state']> = new Set(['checking', 'importing', 'undoing']);

/** Where the contacts of a file are found by its tag; null for what the member may not do. */
export interface TagLinks {
  onShow: (tag: string) => void;
  onBroadcast: ((tag: string) => void) | null;
}

/** One import: its columns, the report of the check, its progress, its result and its undo. */
export function ImportSteps({
  id,
  links,
  onRemoved,
}: {
  id: string;
  links: TagLinks;
  onRemoved: () => void;
}) {
  const query = useQuery({
    ...importOptions(id),
    // Events announce each step; this is for a connection that is lost.
    refetchInterval: ({ state }) => (state.data && RUNNING.has(state.data.state) ? 2_000 : false),
  });
  const [isRemapping, setRemapping] = useState(false);
  const [asks, setAsks] = useState<'undo' | 'remove' | 'stop' | null>(null);
  const one = query.data;
  const step = (name: 'commit' | 'cancel' | 'undo') => async () => {
    await api.contactImports[name]({ params: { id } });
    refreshImports();
  };
  const committing = useMutation(step('commit'));
  const canceling = useMutation(step('cancel'), { onSuccess: () => setAsks(null) });
  const undoing = useMutation(step('undo'), { onSuccess: () => setAsks(null) });
  const downloading = useMutation(() => downloadRejected(id));
  const removing = useMutation(
    async () => {
      await api.contactImports.remove({ params: { id } });
      refreshImports();
    },
    { onSuccess: onRemoved },
  );
  if (query.error && asApiError(query.error).code === 'contact_import_not_found')
    return (
      <Card>
        <EmptyState icon={<IconFileOff size={26} stroke={1.6} />} title={t('contact-import:missing')}>
          {t('contact-import:missingText')}
        </EmptyState>
      </Card>
    );
  if (!one)
    return (
      <NotLoadedState
        title={t('contact-import:notLoaded')}
        query={query}
        isFramed
        waiting={<Skeleton height={180} aria-busy="true" />}
      />
    );
  const { state, counts } = one;
  const hasStored = counts.created + counts.updated > 0;
  const isMapping = state === 'mapping' || (state === 'checked' && isRemapping);
  const good = counts.new + counts.changed;
  const hasProblems = counts.faulty + counts.duplicate + counts.kept > 0;
  return (
    <Stack data-testid="import-steps" data-state={state}>
      <Group gap="xs">
        <Title order={2} size="h4" dir="auto">
          {one.fileName}
        </Title>
        <Text c="dimmed" data-testid="import-state">
          {t(`contact-import:states.${state}`)}
        </Text>
      </Group>
      <Failure one={one} />
      {isMapping && <MappingForm one={one} onStarted={() => setRemapping(false)} />}
      {RUNNING.has(state) && (
        <Card padded>
          <Stack gap="sm">
            <Text>
              {t('contact-import:progress', { done: formatCount(one.done), rows: formatCount(one.rows) })}
            </Text>
            <Progress
              value={(100 * one.done) / Math.max(1, one.rows)}
              aria-label={t(`contact-import:states.${state}`)}
            />
            {state === 'importing' && (
              <Group>
                <Button variant="default" onClick={() => setAsks('stop')} data-testid="import-stop">
                  {t('contact-import:stop.button')}
                </Button>
              </Group>
            )}
            {/* Cancels a check that has not been imported: nothing is lost that a new check does not find again. */}
            {state !== 'importing' && state !== 'undoing' && (
              <Group>
                <MutationButton mutation={canceling} variant="default">
                  {t('actions.cancel')}
                </MutationButton>
              </Group>
            )}
          </Stack>
        </Card>
      )}
      {!isMapping && <Counts one={one} />}
      {!isMapping && !RUNNING.has(state) && (
        <Group>
          {state === 'checked' && (
            <>
              <MutationButton mutation={committing} disabled={good === 0} data-testid="import-commit">
                {t('contact-import:commit', { count: good })}
              </MutationButton>
              <Button variant="default" onClick={() => setRemapping(true)} data-testid="import-remap">
                {t('contact-import:remap')}
              </Button>
            </>
          )}
          {state === 'done' && one.tags[0] !== undefined && <NextSteps tag={one.tags[0]} links={links} />}
          {['done', 'canceled', 'failed'].includes(state) && hasStored && (
            <Button variant="default" onClick={() => setAsks('undo')} data-testid="import-undo">
              {t('contact-import:undo')}
            </Button>
          )}
          {hasProblems && (
            <MutationButton mutation={downloading} variant="default" data-testid="import-rejected">
              {t('contact-import:rejected')}
            </MutationButton>
          )}
          <Button
            variant="default"
            c="var(--sb-bad)"
            onClick={() => setAsks('remove')}
            data-testid="import-remove"
          >
            {t('contact-import:remove')}
          </Button>
        </Group>
      )}
      <MutationError mutation={committing} />
      {asks !== 'stop' && <MutationError mutation={canceling} />}
      <MutationError mutation={downloading} />
      {!isMapping && !RUNNING.has(state) && <Problems one={one} />}
      <ConfirmModal
        // One that ends meanwhile has nothing to stop.
        opened={asks === 'stop' && state === 'importing'}
        title={t('contact-import:stop.title')}
        confirmLabel={t('contact-import:stop.confirm')}
        mutation={canceling}
        onClose={() => setAsks(null)}
      >
        <Text>{t('contact-import:stop.text')}</Text>
      </ConfirmModal>
      <ConfirmModal
        opened={asks === 'undo'}
        title={t('contact-import:undoTitle')}
        confirmLabel={t('contact-import:undo')}
        mutation={undoing}
        onClose={() => setAsks(null)}
      >
        <Text>{t('contact-import:undoText')}</Text>
      </ConfirmModal>
      <ConfirmModal
        opened={asks === 'remove'}
        title={t('contact-import:removeTitle')}
        confirmLabel={t('contact-import:remove')}
        mutation={removing}
        onClose={() => setAsks(null)}
      >
        <Text>{t('contact-import:removeText')}</Text>
      </ConfirmModal>
    </Stack>
  );
}

/** Why a step has ended before its last row, and what to do. */
function Failure({ one: { state, finishedAt } }: { one: ContactImport }) {
  if (state === 'failed') return <Notice tone="bad">{t('contact-import:stopped')}</Notice>;
  // Only a check that has failed leaves a mapping with an end.
  if (state !== 'mapping' || finishedAt === null) return null;
  return <Notice tone="bad">{t('contact-import:checkFailed')}</Notice>;
}

/** What people do with the contacts of a file next. */
function NextSteps({ tag, links: { onShow, onBroadcast } }: { tag: string; links: TagLinks }) {
  return (
    <>
      {onBroadcast && (
        <Button onClick={() => onBroadcast(tag)} data-testid="import-broadcast">
          {t('contact-import:broadcast', { tag })}
        </Button>
      )}
      <Button variant="default" onClick={() => onShow(tag)} data-testid="import-show">
        {t('contact-import:show', { tag })}
      </Button>
    </>
  );
}

const CHECKED = ['new', 'changed', 'unchanged', 'duplicate', 'faulty'] as const;
const STORED = ['created', 'updated', 'unchanged', 'duplicate', 'faulty'] as const;
const UNDONE = ['undone', 'kept'] as const;

function Counts({ one: { state, counts } }: { one: ContactImport }) {
  const isUndo = state === 'undoing' || state === 'undone';
  const shown = isUndo ? UNDONE : state === 'checking' || state === 'checked' ? CHECKED : STORED;
  return (
    <Group gap="xl" data-testid="import-counts">
      {shown.map((name) => (
        <div key={name} data-testid={`import-count-${name}`}>
          <Text fw={600} size="lg">
            {formatCount(counts[name])}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`contact-import:counts.${name}`)}
          </Text>
        </div>
      ))}
    </Group>
  );
}

function Problems({ one }: { one: ContactImport }) {
  const problems = useInfiniteQuery(
    queries.contactImports.problems.infiniteOptions({
      input: (cursor: string | undefined) => ({
        params: { id: one.id },
        query: { limit: 50, ...(cursor !== undefined && { cursor }) },
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  const rows = problems.data?.pages.flatMap(({ data }) => data) ?? [];
  if (rows.length === 0 && !problems.error && !problems.failureReason) return null;
  const columns: Column[] = [
    { key: 'line', title: t('contact-import:line'), width: 90 },
    { key: 'problem', title: t('contact-import:problem') },
  ];
  return (
    <ListCard
      query={problems}
      more={t('contact-import:more')}
      errorTitle={t('contact-import:problemsNotLoaded')}
    >
      <DataTable label={t('contact-import:problems')} columns={columns}>
        {rows.map(({ line, problems }) => (
          <tr key={line} data-testid="import-problem">
            <td>{line}</td>
            <td>
              {problems.map(({ column, value, message }) => (
                <Text size="sm" key={`${column}:${message}`} dir="auto">
                  {column === null
                    ? capitalised(importReason(message))
                    : `${one.columns[column]?.name || column + 1}: ${importReason(message)}`}
                  {value ? ` (${value})` : ''}
                </Text>
              ))}
            </td>
          </tr>
        ))}
      </DataTable>
    </ListCard>
  );
}
