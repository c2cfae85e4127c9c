import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftReplay } from '../../../../../shared/contract/assist/draft-replays.contract.ts';
import {
  COMPARISON_FILTERS,
  type ComparisonFilter,
  DRAFT_RESULTS,
} from '../../../../../shared/domain/rehearsal/draft-replay.ts';
import { formatCount, formatFull } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { Card } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/list/data-table.tsx';
import classes from '../replay.module.css';
import { AnsweredMessage, CountAndShare, ReplayedMessages } from '../replayed-messages.tsx';
import { comparisonOptions } from './draft-replay.queries.ts';
import { ResultName } from './draft-replay-result.tsx';
import { Draft } from './replayed-draft.tsx';

type Side = Pick<DraftReplay, 'id' | 'model' | 'createdAt'>;

/** Two replays may have the same model: each is named by its number too. */
const nameOf = (number: number, { model }: Side): string =>
  t('draft-replays:comparison.side', { number: formatCount(number), model });

/** Two replays on the messages that both have: their totals, and the drafts of each message. */
export function DraftComparison({ first, second }: { first: Side; second: Side }) {
  const [show, setShow] = useState<ComparisonFilter>('all');
  const list = useInfiniteQuery(comparisonOptions(first.id, second.id, show));
  const [totals] = list.data?.pages ?? [];
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const names = { first: nameOf(1, first), second: nameOf(2, second) };
  const totalColumns: Column[] = [
    { key: 'result', title: t('replays:columns.result') },
    { key: 'first', title: names.first, width: 120 },
    { key: 'second', title: names.second, width: 120 },
  ];
  const caseColumns: Column[] = [
    { key: 'message', title: t('replays:columns.message') },
    { key: 'first', title: names.first, width: 260, room: 'medium' },
    { key: 'second', title: names.second, width: 260, room: 'medium' },
  ];
  return (
    <div className={classes.parts} data-testid="draft-comparison">
      <Text size="sm" c="dimmed">
        {t('draft-replays:comparison.sides', {
          first: `${names.first}, ${formatFull(first.createdAt)}`,
          second: `${names.second}, ${formatFull(second.createdAt)}`,
        })}
      </Text>
      {totals && (
        <>
          <Text size="sm" c="dimmed">
            {t('draft-replays:comparison.messages', {
              count: totals.messages,
              number: formatCount(totals.messages),
            })}
          </Text>
          {totals.messages > 0 && (
            <Card>
              <DataTable label={t('draft-replays:comparison.title')} columns={totalColumns}>
                {DRAFT_RESULTS.map((result) => (
                  <tr key={result} data-testid={`compared-${result}`}>
                    <td>
                      <ResultName result={result} isShort />
                    </td>
                    <td className={classes.number}>
                      <CountAndShare count={totals.first[result]} of={totals.messages} />
                    </td>
                    <td className={classes.number}>
                      <CountAndShare count={totals.second[result]} of={totals.messages} />
                    </td>
                  </tr>
                ))}
              </DataTable>
            </Card>
          )}
        </>
      )}
      <ReplayedMessages
        filters={COMPARISON_FILTERS}
        labelOf={(value) => t(`draft-replays:comparison.filters.${value}`)}
        show={show}
        onShow={setShow}
        filterTestId="comparison-show"
        query={list}
        rows={rows}
        columns={caseColumns}
        empty={{ title: t('draft-replays:noneShown'), hint: t('draft-replays:noneShownHint') }}
        rowOf={(one) => (
          <tr key={one.number} data-testid="compared-case">
            <td dir="auto">
              <AnsweredMessage of={one} />
              <div className={classes.narrow}>
                <span className={classes.why}>{names.first}</span>
                <Draft draft={one.first} />
                <span className={classes.why}>{names.second}</span>
                <Draft draft={one.second} />
              </div>
            </td>
            <td data-room="medium">
              <Draft draft={one.first} />
            </td>
            <td data-room="medium">
              <Draft draft={one.second} />
            </td>
          </tr>
        )}
      />
    </div>
  );
}
