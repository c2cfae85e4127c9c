import { Button, Drawer, Group, Select } from '@mantine/core';
import { IconFilterOff, IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoggedRequest } from '../../../shared/contract/request-log.contract.ts';
import { REQUEST_METHODS, REQUEST_OUTCOMES } from '../../../shared/domain/logged-requests.ts';
import { queries } from '../../lib/api/api.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/error-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { RequestDetail } from './request-detail.tsx';
import type { RequestFilter } from './request-filter.ts';
import classes from './request-log.module.css';
import { RequestTable } from './request-table.tsx';

const PAGE = 50;
const REFRESH_MS = 5_000;

interface FilterProps {
  filter: RequestFilter;
  onFilter: (filter: RequestFilter) => void;
}

/** The requests of programs, newest first. */
export function RequestLogPage({ filter, onFilter }: FilterProps) {
  const log = useInfiniteQuery(logOptions(filter));
  // The request itself: newer ones push it out of the list while it is read.
  const [open, setOpen] = useState<LoggedRequest | null>(null);
  const requests = log.data?.pages.flatMap(({ data }) => data);
  return (
    <PageFrame title={t('request-log:title')} lead={t('request-log:lead')}>
      <Filters filter={filter} onFilter={onFilter} hasFailed={log.isError && !requests} />
      <ListCard
        query={log}
        errorTitle={t('request-log:loadFailed')}
        empty={
          requests?.length === 0 && (
            <NoRequests
              isFiltered={Object.values(filter).some((value) => value !== undefined)}
              onReset={() => onFilter({})}
            />
          )
        }
      >
        <RequestTable
          requests={requests ?? null}
          openId={open?.id ?? null}
          isStale={log.isPlaceholderData}
          onOpen={setOpen}
        />
      </ListCard>
      {requests && log.isFetchNextPageError && (
        <div className={classes.below}>
          <Notice tone="bad">{t('request-log:moreFailed', { reason: sentenceOf(log.error) })}</Notice>
        </div>
      )}
      {requests && log.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            data-testid="requests-more"
          >
            {log.isFetchNextPageError ? t('actions.retry') : t('request-log:more')}
          </Button>
        </Group>
      )}
      <Drawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        position="right"
        size="lg"
        title={t('request-log:detail.title')}
      >
        {open && <RequestDetail request={open} />}
      </Drawer>
    </PageFrame>
  );
}

const logOptions = ({ outcome, method, keyId, search }: RequestFilter) =>
  queries.requestLog.list.infiniteOptions({
    input: (cursor: string | null) => ({
      query: {
        limit: PAGE,
        ...(outcome !== undefined && { outcome }),
        ...(method !== undefined && { method }),
        ...(keyId !== undefined && { keyId }),
        ...(search !== undefined && { search }),
        ...(cursor !== null && { cursor }),
      },
    }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A refetch loads all pages, so the interval grows with their number.
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
  });

function Filters({ filter, onFilter, hasFailed }: FilterProps & { hasFailed: boolean }) {
  const keys = useQuery(queries.apiKeys.list.queryOptions({ input: {} }));
  const options = (keys.data?.data ?? []).map(({ id, name, hint }) => ({
    value: id,
    label: `${name} (…${hint})`,
  }));
  // Only the address of the page names a deleted key, and one that is not loaded.
  const isOther = filter.keyId !== undefined && !options.some(({ value }) => value === filter.keyId);
  const otherKey = t(keys.data ? 'request-log:deletedKey' : 'request-log:filters.chosenKey');
  return (
    <search className={classes.filters} aria-label={t('request-log:filters.label')}>
      <Select
        className={classes.choice}
        aria-label={t('request-log:columns.status')}
        placeholder={t('request-log:filters.anyStatus')}
        clearable
        clearButtonProps={{ 'aria-label': t('request-log:filters.anyStatus') }}
        data={REQUEST_OUTCOMES.map((value) => ({ value, label: t(`request-log:outcomes.${value}`) }))}
        value={filter.outcome ?? null}
        onChange={(value) =>
          onFilter({ ...filter, outcome: REQUEST_OUTCOMES.find((outcome) => outcome === value) })
        }
        data-testid="request-outcome"
      />
      <Select
        className={classes.choice}
        aria-label={t('request-log:filters.method')}
        placeholder={t('request-log:filters.anyMethod')}
        clearable
        clearButtonProps={{ 'aria-label': t('request-log:filters.anyMethod') }}
        data={[...REQUEST_METHODS]}
        value={filter.method ?? null}
        onChange={(value) =>
          onFilter({ ...filter, method: REQUEST_METHODS.find((method) => method === value) })
        }
        data-testid="request-method"
      />
      <Select
        className={classes.key}
        aria-label={t('request-log:columns.key')}
        placeholder={t('request-log:filters.anyKey')}
        clearable
        clearButtonProps={{ 'aria-label': t('request-log:filters.anyKey') }}
        data={[...options, ...(isOther ? [{ value: filter.keyId ?? '', label: otherKey }] : [])]}
        value={filter.keyId ?? null}
        onChange={(value) => onFilter({ ...filter, keyId: value ?? undefined })}
        data-testid="request-key"
      />
      <SearchBox
        className={classes.search}
        aria-label={t('request-log:filters.search')}
        placeholder={t('request-log:filters.search')}
        autoComplete="off"
        spellCheck={false}
        pauseMs={300}
        value={filter.search ?? ''}
        onChange={(search) => onFilter({ ...filter, search: search || undefined })}
        data-testid="request-search"
      />
      {/* One failure is enough when there are no requests at all. */}
      {!hasFailed && (
        <NotLoaded title={t('request-log:filters.keysFailed')} query={keys} className={classes.failure} />
      )}
    </search>
  );
}

function NoRequests({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        icon={<IconListSearch size={26} stroke={1.6} />}
        title={t('request-log:empty.title')}
        actions={
          <Button component={Link} to="/settings/api-keys" variant="default" data-testid="requests-to-keys">
            {t('request-log:empty.keys')}
          </Button>
        }
      >
        {t('request-log:empty.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconFilterOff size={26} stroke={1.6} />}
      title={t('request-log:empty.filtered')}
      actions={
        <Button variant="default" onClick={onReset} data-testid="requests-reset">
          {t('request-log:empty.reset')}
        </Button>
      }
    />
  );
}
