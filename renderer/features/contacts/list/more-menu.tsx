import { Button, Menu } from '@mantine/core';
import { IconArrowMerge, IconDownload, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { queries } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { BUTTON_HEIGHT, RowMenu } from '../../../ui/row-menu.tsx';
import { RecentActions } from '../bulk/action-list.tsx';
import { type ContactQuery, isFiltered } from './contact-query.ts';

const DuplicatesDialog = lazy(async () => ({
  default: (await import('../merge/duplicates-dialog.tsx')).DuplicatesDialog,
}));

/** In a larger workspace, possible duplicates are searched when the menu asks for them alone. */
const SEARCHED_MAX = 50_000;
const SEARCHED_EVERY_MS = 10 * 60_000;

/** What is done less often: the export of the list, and the latest changes of many contacts. */
export function MoreMenu({
  query,
  total,
  mayTransfer,
  onMessage,
}: {
  query: ContactQuery;
  /** How many contacts the list has; null until it is known. */
  total: number | null;
  /** Whether the member may export contacts. */
  mayTransfer: boolean;
  onMessage: (contact: Contact) => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  // Looked for beside a list of all contacts, which are counted exactly.
  const isAsked = total !== null && total <= SEARCHED_MAX && !isFiltered(query.filter);
  const exporting = useMutation(
    async () => (await import('../imports/imports.queries.ts')).exportContacts(query.filter),
    { onError: (error) => showErrorToast(t('contacts:page.exportFailed'), error) },
  );
  return (
    <>
      <DuplicatesButton isAsked={isAsked} onOpen={() => setFinding(true)} />
      <RowMenu label={t('contacts:page.more')} testId="contacts-more" size={BUTTON_HEIGHT}>
        {mayTransfer && (
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            onClick={() => exporting.mutate()}
            data-testid="contact-export"
          >
            {isFiltered(query.filter) ? t('contacts:page.exportMatching') : t('contacts:page.exportAll')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconArrowMerge size={16} />}
          onClick={() => setFinding(true)}
          data-testid="contact-duplicates"
        >
          {t('contacts:page.duplicates')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistory size={16} />}
          onClick={() => setOpen(true)}
          data-testid="contact-actions"
        >
          {t('contacts:actions.recent')}
        </Menu.Item>
      </RowMenu>
      <RecentActions opened={isOpen} onClose={() => setOpen(false)} />
      {isFinding && (
        <Suspense>
          <DuplicatesDialog onClose={() => setFinding(false)} onOpen={(contact) => void onMessage(contact)} />
        </Suspense>
      )}
    </>
  );
}

/** Says how many possible duplicates there are, and opens them; nothing without any. */
function DuplicatesButton({ isAsked, onOpen }: { isAsked: boolean; onOpen: () => void }) {
  const { data } = useQuery(
    queries.contactsPage.duplicates.queryOptions({
      ...{ input: {}, enabled: isAsked, staleTime: SEARCHED_EVERY_MS },
    }),
  );
  if (!data || data.data.length === 0) return null;
  const count = data.data.length;
  return (
    <Button
      variant="subtle"
      visibleFrom="sm"
      leftSection={<IconArrowMerge size={18} />}
      onClick={onOpen}
      data-testid="duplicates-found"
    >
      {t('contacts:page.duplicatesFound', { count, shown: formatCount(count, data.isCut) })}
    </Button>
  );
}
