import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftReplay } from '../../../../../shared/contract/assist/draft-replays.contract.ts';
import { DRAFT_FINDINGS } from '../../../../../shared/domain/assist/text/findings.ts';
import {
  DRAFT_FILTERS,
  DRAFT_REASONS,
  DRAFT_RESULTS,
  type DraftFilter,
  type DraftResult,
} from '../../../../../shared/domain/rehearsal/draft-replay.ts';
import { api } from '../../../../lib/api/api.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { Card } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/list/data-table.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import classes from '../replay.module.css';
import { ReplayProgress } from '../replay-progress.tsx';
import { AnsweredMessage, CountAndShare, ReplayedMessages } from '../replayed-messages.tsx';
import { draftCasesOptions } from './draft-replay.queries.ts';
import { Draft } from './replayed-draft.tsx';

const totalColumns = (): Column[] => [
  { key: 'result', title: t('replays:columns.result') },
  { key: 'count', title: t('draft-replays:columns.messages'), width: 120 },
];

const caseColumns = (): Column[] => [
  { key: 'message', title: t('replays:columns.message') },
  { key: 'draft', title: t('draft-replays:columns.draft'), room: 'medium' },
];

/** How far a replay of prepared replies is, its totals, and its messages. */
export function DraftReplayResult({ replay }: { replay: DraftReplay }) {
  const { id, state, done, messages, isComplete, isModelAway, model } = replay;
  const isGoing = state === 'waiting' || state === 'running';
  const label = t('draft-replays:progress', {
    count: messages,
    done: formatCount(done),
    total: formatCount(messages),
  });
  return (
    <div className={classes.parts} data-testid="draft-replay-result" data-state={state}>
      {isGoing && (
        <ReplayProgress
          label={label}
          done={done}
          total={messages}
          cancel={() => api.draftReplays.cancel({ params: { id } })}
          question={{
            title: t('draft-replays:stop.title'),
            text: t('draft-replays:stop.text'),
            confirm: t('draft-replays:stop.confirm'),
          }}
        />
      )}
      {isGoing && isModelAway && <Notice tone="warn">{t('draft-replays:away', { model })}</Notice>}
      {state === 'failed' && <Notice tone="bad">{t('draft-replays:failed')}</Notice>}
      {state === 'canceled' && <Notice tone="quiet">{t('draft-replays:canceled')}</Notice>}
      {!isComplete && (
        <Notice tone="quiet">
          {t('draft-replays:partial', { count: messages, number: formatCount(messages) })}
        </Notice>
      )}
      <Totals replay={replay} />
      {done > 0 && !isGoing && <Cases id={id} />}
    </div>
  );
}

function Totals({ replay }: { replay: DraftReplay }) {
  const { state, done, results } = replay;
  if (done === 0) return state === 'done' && <Text size="sm">{t('replays:noCases')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('replays:cases', { count: done, number: formatCount(done) })}
      </Text>
      <Card>
        <DataTable label={t('replays:result')} columns={totalColumns()}>
          {DRAFT_RESULTS.map((result) => (
            <tr key={result} data-testid={`draft-total-${result}`}>
              <td>
                <ResultName result={result} />
                <Reasons replay={replay} result={result} />
              </td>
              <td className={classes.number}>
                <CountAndShare count={results[result]} of={done} />
              </td>
            </tr>
          ))}
        </DataTable>
      </Card>
    </>
  );
}

/** A result with what it means; that is left out where there is little room, if `isShort`. */
export function ResultName({ result, isShort = false }: { result: DraftResult; isShort?: boolean }) {
  return (
    <>
      <span className={classes.what}>{t(`draft-replays:results.${result}.name`)}</span>
      <span className={`${classes.why} ${isShort ? classes.roomy : ''}`}>
        {t(`draft-replays:results.${result}.hint`)}
      </span>
    </>
  );
}

/** Why nothing was prepared, and what the verifier found, with how often. */
function Reasons({
  replay: { reasons, findings },
  result,
}: {
  replay: Pick<DraftReplay, 'reasons' | 'findings'>;
  result: DraftResult;
}) {
  const parts =
    result === 'none'
      ? DRAFT_REASONS.map((one) => [t(`draft-replays:reasons.${one}`), reasons[one]] as const)
      : result === 'withheld'
        ? DRAFT_FINDINGS.map((one) => [t(`draft-replays:findings.${one}`), findings[one]] as const)
        : [];
  const found = parts.filter(([, count]) => count > 0);
  if (found.length === 0) return null;
  return (
    <span className={classes.why}>
      {found.map(([name, count]) => `${name} ${formatCount(count)}`).join(' · ')}
    </span>
  );
}

function Cases({ id }: { id: string }) {
  const [show, setShow] = useState<DraftFilter>('drafted');
  const list = useInfiniteQuery(draftCasesOptions(id, show));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <ReplayedMessages
      filters={DRAFT_FILTERS}
      labelOf={(value) => t(`draft-replays:filters.${value}`)}
      show={show}
      onShow={setShow}
      filterTestId="draft-replay-show"
      query={list}
      rows={rows}
      columns={caseColumns()}
      empty={{ title: t('draft-replays:noneShown'), hint: t('draft-replays:noneShownHint') }}
      rowOf={(one) => (
        <tr key={one.number} data-testid="draft-replay-case">
          <td dir="auto">
            <AnsweredMessage of={one} />
            <div className={classes.narrow}>
              <Draft draft={one.draft} />
            </div>
          </td>
          <td data-room="medium">
            <Draft draft={one.draft} />
          </td>
        </tr>
      )}
    />
  );
}
