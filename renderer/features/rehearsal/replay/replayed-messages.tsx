import { SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { ReplayCase } from '../../../../shared/contract/assist/replays.contract.ts';
import { formatCount, formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type Column, DataTable, SkeletonRows } from '../../../ui/list/data-table.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import marks from '../rehearsal.module.css';
import classes from './replay.module.css';

interface ReplayedMessagesProps<Filter extends string, One> {
  /** Which messages can be shown, and the sentence of each choice. */
  filters: readonly Filter[];
  labelOf: (filter: Filter) => string;
  show: Filter;
  onShow: (filter: Filter) => void;
  filterTestId: string;
  query: Extract<ComponentProps<typeof ListCard>, { more: string }>['query'];
  /** The messages that are loaded; undefined until the first are. */
  rows: readonly One[] | undefined;
  columns: Column[];
  empty: { title: string; hint: string };
  rowOf: (one: One) => ReactNode;
}

/** The messages of a replay, page by page, and the choice of those that are shown. */
export function ReplayedMessages<Filter extends string, One>(props: ReplayedMessagesProps<Filter, One>) {
  const { filters, labelOf, show, onShow, filterTestId, query, rows, columns, empty, rowOf } = props;
  return (
    <>
      <SegmentedControl
        className={classes.filter ?? ''}
        aria-label={t('replays:show')}
        data={filters.map((value) => ({ value, label: labelOf(value) }))}
        value={show}
        onChange={onShow}
        data-testid={filterTestId}
      />
      <ListCard
        query={query}
        more={t('replays:more')}
        errorTitle={t('replays:casesNotLoaded')}
        empty={
          rows?.length === 0 && (
            <EmptyState icon={null} title={empty.title}>
              {empty.hint}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('replays:messages')} columns={columns}>
          {rows ? rows.map(rowOf) : <SkeletonRows columns={columns} hasActions={false} />}
        </DataTable>
      </ListCard>
    </>
  );
}

/** A message of a customer, and what a person answered. */
export function AnsweredMessage({
  of: { conversationId, messageId, contactName, at, question, answer },
}: {
  of: Pick<ReplayCase, 'conversationId' | 'messageId' | 'contactName' | 'at' | 'question' | 'answer'>;
}) {
  return (
    <>
      <Link
        className={marks.link}
        to="/inbox/{-$conversationId}"
        params={{ conversationId }}
        search={{ message: messageId }}
      >
        {contactName}
      </Link>
      <span className={classes.why}>
        <RelativeTime time={at} inWords />
      </span>
      <span className={classes.question}>{question}</span>
      <span className={classes.answer}>{t('replays:answered', { text: answer })}</span>
    </>
  );
}

/** How many of the messages, and which share of them. */
export function CountAndShare({ count, of }: { count: number; of: number }) {
  return (
    <>
      {formatCount(count)} <small className={classes.share}>{formatShare(of === 0 ? 0 : count / of)}</small>
    </>
  );
}
