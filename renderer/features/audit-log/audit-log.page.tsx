import { Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { auditLogOptions } from './audit-log.queries.ts';
import { AuditLogTable } from './audit-log-table.tsx';

/** Who changed keys, people and the connection to the platform. */
export function AuditLogPage() {
  const log = useInfiniteQuery(auditLogOptions());
  const entries = log.data?.pages.flatMap((page) => page.data);
  return (
    <PageFrame
      title="Activity"
      lead="Who made and revoked keys, added and removed people, and changed the connection to the platform. Nothing here can be changed or removed."
    >
      <Card>
        {log.error && !entries ? (
          <ErrorState
            title="The activity could not be loaded"
            message={log.error.message}
            onRetry={() => void log.refetch()}
          />
        ) : entries?.length === 0 ? (
          <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title="Nothing has been changed yet">
            As soon as somebody makes a key or adds a person, you see here who it was and when.
          </EmptyState>
        ) : (
          <AuditLogTable entries={entries ?? null} />
        )}
      </Card>
      {entries && log.isFetchNextPageError && (
        <div style={{ marginTop: 14 }}>
          <Notice tone="bad">Earlier activity could not be loaded. {log.error?.message}</Notice>
        </div>
      )}
      {entries && log.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            data-testid="audit-more"
          >
            {log.isFetchNextPageError ? 'Try again' : 'Show earlier activity'}
          </Button>
        </Group>
      )}
    </PageFrame>
  );
}
