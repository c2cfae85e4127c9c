import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { auditLogOptions } from './audit-log.queries.ts';
import { AuditLogTable } from './audit-log-table.tsx';

/** The audit log: who changed keys, people and the connection to the platform. */
export function AuditLogPage() {
  const log = useInfiniteQuery(auditLogOptions());
  const entries = log.data?.pages.flatMap((page) => page.data);
  return (
    <PageFrame title={t('audit-log:title')} lead={t('audit-log:lead')} isFocusable>
      <ListCard
        query={log}
        more={t('audit-log:more')}
        moreTestId="audit-more"
        errorTitle={t('audit-log:loadFailed')}
        empty={
          entries?.length === 0 && (
            <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title={t('audit-log:empty.title')}>
              {t('audit-log:empty.text')}
            </EmptyState>
          )
        }
      >
        <AuditLogTable entries={entries ?? null} />
      </ListCard>
    </PageFrame>
  );
}
