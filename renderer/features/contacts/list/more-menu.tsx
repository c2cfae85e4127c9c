import { Menu } from '@mantine/core';
import { IconArrowMerge, IconDownload, IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { BUTTON_HEIGHT, RowMenu } from '../../../ui/row-menu.tsx';
import { RecentActions } from '../bulk/action-list.tsx';
import { type ContactQuery, isFiltered } from './contact-query.ts';

const DuplicatesDialog = lazy(async () => ({
  default: (await import('../merge/duplicates-dialog.tsx')).DuplicatesDialog,
}));

/** What is done less often: the export of the list, and the latest changes of many contacts. */
export function MoreMenu({
  query,
  mayTransfer,
  onMessage,
}: {
  query: ContactQuery;
  /** Whether the member may export contacts. */
  mayTransfer: boolean;
  onMessage: (contact: Contact) => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const exporting = useMutation(
    async () => (await import('../imports/imports.queries.ts')).exportContacts(query.filter),
    { onError: (error) => showErrorToast(t('contacts:page.exportFailed'), error) },
  );
  return (
    <>
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
