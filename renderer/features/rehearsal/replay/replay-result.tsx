import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Replay, ReplayCase } from '../../../../shared/contract/assist/replays.contract.ts';
import {
  REPLAY_FILTERS,
  REPLAY_RESULTS,
  type ReplayFilter,
} from '../../../../shared/domain/rehearsal/replay.ts';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { DotBadge } from '../../../ui/dot-badge.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import marks from '../rehearsal.module.css';
import classes from './replay.module.css';
import { casesOptions } from './replay.queries.ts';
import { ReplayProgress } from './replay-progress.tsx';
import { AnsweredMessage, CountAndShare, ReplayedMessages } from './replayed-messages.tsx';

const totalColumns = (): Column[] => [
  { key: 'result', title: t('replays:columns.result') },
  { key: 'present', title: t('replays:columns.present'), width: 112 },
  { key: 'changed', title: t('replays:columns.changed'), width: 112 },
];

const caseColumns = (): Column[] => [
  { key: 'message', title: t('replays:columns.message') },
  { key: 'present', title: t('replays:columns.present'), width: 220, room: 'medium' },
  { key: 'changed', title: t('replays:columns.changed'), width: 220, room: 'medium' },
];

/** How far a replay is, its totals, and its messages. */
export function ReplayResult({ replay }: { replay: Replay }) {
  const { id, state, cases, isComplete } = replay;
  const isGoing = state === 'waiting' || state === 'running';
  return (
    <div className={classes.parts} data-testid="replay-result" data-state={state}>
      {isGoing && <Going replay={replay} />}
      {state === 'failed' && <Notice tone="bad">{t('replays:failed')}</Notice>}
      {state === 'canceled' && <Notice tone="quiet">{t('replays:canceled')}</Notice>}
      {!isComplete && <Notice tone="quiet">{t('replays:partial')}</Notice>}
      <Totals replay={replay} />
      {cases > 0 && !isGoing && <Cases id={id} />}
    </div>
  );
}

function Going({ replay: { id, read, conversations } }: { replay: Replay }) {
  const label = t('replays:progress', {
    count: conversations,
    read: formatCount(read),
    total: formatCount(conversations),
  });
  return (
    <ReplayProgress
      label={label}
      done={read}
      total={conversations}
      cancel={() => api.replays.cancel({ params: { id } })}
      question={{
        title: t('replays:stop.title'),
        text: t('replays:stop.text'),
        confirm: t('replays:stop.confirm'),
      }}
    />
  );
}

/** What both sets would have done, side by side. */
function Totals({ replay: { state, cases, present, changed } }: { replay: Replay }) {
  // One that is under way, or that has ended early, cannot say that there are none.
  if (cases === 0) return state === 'done' && <Text size="sm">{t('replays:noCases')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('replays:cases', { count: cases, number: formatCount(cases) })}
      </Text>
      <Card>
        <DataTable label={t('replays:result')} columns={totalColumns()}>
          {REPLAY_RESULTS.map((result) => (
            <tr key={result} data-testid={`total-${result}`}>
              <td>
                <span className={classes.what}>{t(`replays:results.${result}.name`)}</span>
                <span className={classes.why}>{t(`replays:results.${result}.hint`)}</span>
              </td>
              <td className={classes.number}>
                <CountAndShare count={present[result] ?? 0} of={cases} />
              </td>
              <td className={classes.number}>
                <CountAndShare count={changed[result] ?? 0} of={cases} />
              </td>
            </tr>
          ))}
        </DataTable>
      </Card>
    </>
  );
}

function Cases({ id }: { id: string }) {
  const [show, setShow] = useState<ReplayFilter>('better');
  const list = useInfiniteQuery(casesOptions(id, show));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <ReplayedMessages
      filters={REPLAY_FILTERS}
      labelOf={(value) => t(`replays:filters.${value}`)}
      show={show}
      onShow={setShow}
      filterTestId="replay-show"
      query={list}
      rows={rows}
      columns={caseColumns()}
      empty={{ title: t(`replays:none.${show}`), hint: t('replays:none.hint') }}
      rowOf={(one) => <CaseRow key={one.number} one={one} />}
    />
  );
}

function CaseRow({ one }: { one: ReplayCase }) {
  const { present, changed } = one;
  return (
    <tr data-testid="replay-case">
      <td dir="auto">
        <AnsweredMessage of={one} />
        <div className={classes.narrow}>
          <span className={classes.why}>{t('replays:columns.present')}</span>
          <Offered {...present} />
          <span className={classes.why}>{t('replays:columns.changed')}</span>
          <Offered {...changed} />
        </div>
      </td>
      <td data-room="medium">
        <Offered {...present} />
      </td>
      <td data-room="medium">
        <Offered {...changed} />
      </td>
    </tr>
  );
}

const TONES = { right: 'good', wrong: 'bad', silent: 'warn', quiet: 'quiet', noise: 'bad' } as const;

function Offered({ result, offered }: ReplayCase['present']) {
  return (
    <>
      <DotBadge className={marks.mark} data-tone={TONES[result]}>
        {t(`replays:results.${result}.name`)}
      </DotBadge>
      <ol className={classes.offered}>
        {offered.map(({ savedReplyId, name }) => (
          <li key={savedReplyId ?? `+${name}`} dir="auto">
            {name ?? t('replays:deleted')}
          </li>
        ))}
      </ol>
    </>
  );
}
