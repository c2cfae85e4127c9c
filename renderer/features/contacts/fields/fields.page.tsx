import { Button, Drawer, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import { CONTACT_FIELDS_MAX } from '../../../../shared/domain/contact-status.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  ActionsCell,
  type Column,
  DataTable,
  OPENING_ROW,
  SkeletonRows,
} from '../../../ui/list/data-table.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { FieldForm } from './field-form.tsx';
import { fieldsOptions, refreshFields } from './fields.queries.ts';

const columns = (): Column[] => [
  { key: 'name', title: t('contact-fields:name') },
  { key: 'key', title: t('contact-fields:key'), width: 220, room: 'small' },
  { key: 'type', title: t('contact-fields:type'), width: 160 },
];

/** The custom fields of contacts: create, change and delete them. */
export function ContactFieldsPage() {
  const fields = useQuery(fieldsOptions());
  const [edited, setEdited] = useState<ContactField | 'new' | null>(null);
  const [deleted, setDeleted] = useState<ContactField | null>(null);
  const known = fields.data?.data ?? [];
  const isFull = known.length >= CONTACT_FIELDS_MAX;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!fields.data || isFull}
      onClick={() => setEdited('new')}
      data-testid="field-create"
    >
      {t('contact-fields:create')}
    </Button>
  );

  return (
    <PageFrame
      title={t('contact-fields:title')}
      lead={isFull ? t('contact-fields:full', { count: CONTACT_FIELDS_MAX }) : t('contact-fields:lead')}
      actions={known.length > 0 && createButton}
    >
      <ListCard
        query={fields}
        errorTitle={t('contact-fields:notLoaded')}
        empty={
          fields.data &&
          known.length === 0 && (
            <EmptyState
              icon={<IconForms size={26} stroke={1.6} />}
              title={t('contact-fields:none')}
              actions={createButton}
            >
              {t('contact-fields:noneHint')}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('contact-fields:title')} columns={columns()} actionsWidth={64}>
          {fields.data ? (
            known.map((field) => (
              <FieldRow key={field.id} field={field} onEdit={setEdited} onDelete={setDeleted} />
            ))
          ) : (
            <SkeletonRows columns={columns()} rows={4} />
          )}
        </DataTable>
      </ListCard>
      <Drawer
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('contact-fields:create') : t('contact-fields:edit')}
      >
        {edited !== null && (
          <FieldForm field={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        )}
      </Drawer>
      <DeleteField field={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

interface FieldRowProps {
  field: ContactField;
  onEdit: (field: ContactField) => void;
  onDelete: (field: ContactField) => void;
}

function FieldRow({ field, onEdit, onDelete }: FieldRowProps) {
  const { name, key, type } = field;
  return (
    <tr className={OPENING_ROW.row} data-testid="field-row">
      <td>
        <UnstyledButton
          className={OPENING_ROW.opener}
          aria-label={t('contact-fields:editNamed', { name })}
          onClick={() => onEdit(field)}
        >
          <span dir="auto">{name}</span>
        </UnstyledButton>
      </td>
      <td data-room="small">
        <code>{key}</code>
      </td>
      <td>{t(`contact-fields:types.${type}`)}</td>
      <ActionsCell>
        <RowMenu label={t('contact-fields:menu', { name })} testId="field-menu">
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => onEdit(field)}
            data-testid="field-edit"
          >
            {t('contact-fields:edit')}
          </Menu.Item>
          <Menu.Item
            color="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => onDelete(field)}
            data-testid="field-delete"
          >
            {t('contact-fields:delete.open')}
          </Menu.Item>
        </RowMenu>
      </ActionsCell>
    </tr>
  );
}

/** Asks before a field is deleted with all its values. Null keeps it closed. */
function DeleteField({ field, onClose }: { field: ContactField | null; onClose: () => void }) {
  const deleting = useMutation(
    async () => {
      if (field) await api.contactFields.remove({ params: { id: field.id } });
      refreshFields();
    },
    { onSuccess: onClose },
  );
  return (
    <ConfirmModal
      opened={field !== null}
      title={t('contact-fields:delete.title')}
      confirmLabel={t('contact-fields:delete.confirm')}
      typeToConfirm={field?.name ?? ''}
      mutation={deleting}
      onClose={onClose}
    >
      <Text>
        <Trans t={t} i18nKey="contact-fields:delete.text" values={{ name: field?.name ?? '' }} />
      </Text>
    </ConfirmModal>
  );
}
