import { Anchor, Button, FileButton, Text, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ContactImport } from '../../../../shared/contract/contacts/contact-imports.contract.ts';
import { postFile } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../../ui/list/data-table.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ImportSteps, type TagLinks } from './import-steps.tsx';
import { importReason, importsOptions, refreshImports } from './imports.queries.ts';

export interface ImportsPageProps {
  /** The import that is open; null shows all of them. */
  opened: string | null;
  onOpen: (id: string | null) => void;
  links: TagLinks;
  /** Goes back to the contacts. */
  onBack: () => void;
}

/** Imports of contacts: a new file, earlier ones, and the steps of one. */
export function ImportsPage({ opened, links, onOpen, onBack }: ImportsPageProps) {
  return (
    <PageFrame
      title={t('contact-import:title')}
      lead={t('contact-import:lead')}
      above={
        <Anchor
          component="button"
          type="button"
          underline="hover"
          inherit
          onClick={() => (opened === null ? onBack() : onOpen(null))}
          data-testid="import-back"
        >
          ← {opened === null ? t('contact-import:backToContacts') : t('contact-import:backToImports')}
        </Anchor>
      }
      actions={opened === null && <Upload onUploaded={onOpen} />}
    >
      {opened === null ? (
        <Imports onOpen={onOpen} />
      ) : (
        <ImportSteps key={opened} id={opened} links={links} onRemoved={() => onOpen(null)} />
      )}
    </PageFrame>
  );
}

function Upload({ onUploaded }: { onUploaded: (id: string) => void }) {
  const uploading = useMutation(
    async (file: File) => {
      try {
        const { id } = (await postFile('/contact-imports', file)) as Pick<ContactImport, 'id'>;
        return id;
      } catch (error) {
        const [detail] = error instanceof ApiError ? error.details : [];
        throw detail && error instanceof ApiError
          ? new ApiError(error.code, { status: error.status, message: importReason(detail.message) })
          : error;
      } finally {
        refreshImports();
      }
    },
    { onSuccess: onUploaded },
  );
  const reset = useRef<() => void>(null);
  return (
    <div>
      <FileButton
        accept=".csv,.txt,.tsv,.xlsx"
        resetRef={reset}
        onChange={(file) => {
          if (file) uploading.mutate(file);
          // A browser reports no choice of the same file: it could not be chosen again once it is corrected.
          reset.current?.();
        }}
        inputProps={{ 'data-testid': 'import-file' } as object}
      >
        {(props) => (
          <Button
            {...props}
            leftSection={<IconUpload size={18} />}
            loading={uploading.isPending}
            data-testid="import-choose"
          >
            {t('contact-import:choose')}
          </Button>
        )}
      </FileButton>
      <MutationError mutation={uploading} />
    </div>
  );
}

const columns = (): Column[] => [
  { key: 'file', title: t('contact-import:file') },
  { key: 'state', title: t('contact-import:state'), width: 180 },
  { key: 'rows', title: t('contact-import:rows'), width: 110, room: 'small' },
  { key: 'time', title: t('contact-import:uploaded'), width: 160, room: 'small' },
];

function Imports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = useQuery(importsOptions());
  const all: readonly ContactImport[] = imports.data?.data ?? [];
  return (
    <ListCard
      query={imports}
      errorTitle={t('contact-import:listNotLoaded')}
      empty={
        imports.data &&
        all.length === 0 && (
          <EmptyState icon={<IconFileImport size={26} stroke={1.6} />} title={t('contact-import:none')}>
            {t('contact-import:noneHint')}
          </EmptyState>
        )
      }
    >
      <DataTable label={t('contact-import:title')} columns={columns()}>
        {imports.data ? (
          all.map((one) => (
            <tr key={one.id} className={OPENING_ROW.row} data-testid="import-row">
              <td>
                <UnstyledButton className={OPENING_ROW.opener} onClick={() => onOpen(one.id)}>
                  <span dir="auto">{one.fileName}</span>
                </UnstyledButton>
              </td>
              <td>{t(`contact-import:states.${one.state}`)}</td>
              <td data-room="small">{formatCount(one.rows)}</td>
              <td data-room="small">
                <Text size="sm" c="dimmed" component="span">
                  <RelativeTime time={one.createdAt} inWords />
                </Text>
              </td>
            </tr>
          ))
        ) : (
          <SkeletonRows columns={columns()} rows={3} hasActions={false} />
        )}
      </DataTable>
    </ListCard>
  );
}
