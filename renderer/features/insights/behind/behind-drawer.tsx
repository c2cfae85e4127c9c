import { Button, Drawer, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { InsightConversation, Insights } from '../../../../shared/contract/public/insights.contract.ts';
import type { InsightFigure } from '../../../../shared/domain/insights.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { t } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ExportList } from '../export/export-list.tsx';
import { daysText, failureText, pointText, timeText } from '../insight-text.ts';
import { behindOptions } from '../insights.queries.ts';
import type { Behind, InsightsSearch } from '../insights-search.ts';
import classes from './behind-drawer.module.css';

/** The conversations behind a figure; each opens in the inbox. */
export function BehindDrawer({
  insights,
  error,
  onRetry,
  search: { figure, age, reason, member, hour },
  onClose,
}: {
  /** Their days are those of the list. */
  insights: Insights | undefined;
  error: Error | null;
  onRetry: () => void;
  search: InsightsSearch;
  onClose: () => void;
}) {
  const name = member && insights?.members.find(({ id }) => id === member)?.name;
  return (
    <Drawer
      opened={figure !== undefined}
      onClose={onClose}
      title={figure && t(`insights:behind.titles.${figure}`)}
    >
      {figure && !insights && (error ? <Failed error={error} onRetry={onRetry} /> : <Waiting />)}
      {figure && insights && (
        <>
          <p className={classes.about} dir="auto">
            {[
              figure === 'open' || figure === 'waiting'
                ? null
                : hour
                  ? pointText(hour, { interval: 'hour', timeZone: insights.timeZone })
                  : daysText(insights),
              age && t(`insights:open.ages.${age}`),
              reason && failureText(reason),
              name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <List
            key={`${figure} ${age} ${reason} ${member} ${hour}`}
            behind={{ figure, age, reason, member, hour }}
            days={insights}
          />
        </>
      )}
    </Drawer>
  );
}

function List({ behind, days: { from, to } }: { behind: Behind; days: { from: string; to: string } }) {
  const list = useInfiniteQuery(behindOptions(behind, { from, to }));
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.data);
  // A page may be empty although there are more: messages are looked for conversation by conversation.
  const isLooking = rows?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isLooking && !isFetching && !error) void fetchNextPage();
  }, [isLooking, isFetching, error, fetchNextPage]);
  if (error && !rows?.length)
    return <Failed error={error} onRetry={() => void (isLooking ? fetchNextPage() : refetch())} />;
  if (!rows || isLooking) return <Waiting />;
  if (rows.length === 0) return <p className={classes.about}>{t('insights:behind.none')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={`${row.conversationId} ${row.at}`}>
            <Row row={row} figure={behind.figure} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError && error && (
        <Notice tone="bad">
          {t('moreFailed')}. {sentenceOf(error)}
        </Notice>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={isFetching}
          onClick={() => void fetchNextPage()}
          data-testid="insights-behind-more"
        >
          {isFetchNextPageError ? t('actions.retry') : t('insights:behind.more')}
        </Button>
      )}
      <ExportList behind={behind} days={{ from, to }} />
      <p className={classes.note}>{t('insights:behind.deleted')}</p>
    </>
  );
}

function Row({ row, figure }: { row: InsightConversation; figure: InsightFigure }) {
  const { contact, at, seconds, reason, member } = row;
  const facts = [
    seconds === null ? null : timeText(seconds),
    reason && failureText(reason),
    member &&
      (figure === 'open' || figure === 'waiting'
        ? t('insights:behind.assigned', { name: member.name })
        : member.name),
  ].filter(Boolean);
  return (
    <Link
      className={classes.row}
      to="/inbox/{-$conversationId}"
      params={{ conversationId: row.conversationId }}
      data-testid="insight-conversation"
    >
      <span className={classes.name} dir="auto">
        {contactTitle(contact)}
      </span>
      <span className={classes.time}>
        <RelativeTime time={at} />
      </span>
      {facts.length > 0 && (
        <span className={classes.facts} dir="auto">
          {facts.join(' · ')}
        </span>
      )}
    </Link>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorState title={t('insights:behind.loadFailed')} message={sentenceOf(error)} onRetry={onRetry} />;
}

function Waiting() {
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <Skeleton key={key} height={18} my={18} />);
}
