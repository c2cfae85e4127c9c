import { Button, Drawer, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Label } from '../../../../shared/contract/inbox/labels.contract.ts';
import { LABEL_USE_COUNTED_MAX, LABELS_MAX } from '../../../../shared/domain/inbox-views.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
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
import { LabelForm } from './label-form.tsx';
import { LabelChip } from './label-marks.tsx';
import { labelsOptions, nextColor, refreshLabels } from './labels.queries.ts';

const columns = (): Column[] => [{ key: 'name', title: t('inbox:labels.name') }];

/** The labels of the workspace: create, rename, color and delete them. */
export function LabelsPage() {
  const labels = useQuery(labelsOptions());
  const [edited, setEdited] = useState<Label | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Label | null>(null);
  const known = labels.data?.data ?? [];
  const isFull = known.length >= LABELS_MAX;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!labels.data || isFull}
      onClick={() => setEdited('new')}
      data-testid="label-create"
    >
      {t('inbox:labels.create')}
    </Button>
  );

  return (
    <PageFrame
      title={t('inbox:labels.title')}
      lead={isFull ? t('inbox:labels.full', { count: LABELS_MAX }) : t('inbox:labels.lead')}
      actions={known.length > 0 && createButton}
    >
      <ListCard
        query={labels}
        errorTitle={t('inbox:labels.notLoaded')}
        empty={
          labels.data &&
          known.length === 0 && (
            <EmptyState
              icon={<IconTag size={26} stroke={1.6} />}
              title={t('inbox:labels.none')}
              actions={createButton}
            >
              {t('inbox:labels.noneHint')}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('inbox:labels.title')} columns={columns()} actionsWidth={64}>
          {labels.data ? (
            known.map((label) => (
              <LabelRow key={label.id} label={label} onEdit={setEdited} onDelete={setDeleted} />
            ))
          ) : (
            <SkeletonRows columns={columns()} rows={4} />
          )}
        </DataTable>
      </ListCard>
      <Drawer
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('inbox:labels.create') : t('inbox:labels.edit')}
      >
        {edited !== null && (
          <LabelForm
            label={edited === 'new' ? null : edited}
            color={nextColor(known)}
            onDone={() => setEdited(null)}
          />
        )}
      </Drawer>
      <DeleteLabel label={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

function LabelRow({
  label,
  onEdit,
  onDelete,
}: {
  label: Label;
  onEdit: (label: Label) => void;
  onDelete: (label: Label) => void;
}) {
  return (
    <tr className={OPENING_ROW.row} data-testid="label-row">
      <td>
        <UnstyledButton
          className={OPENING_ROW.opener}
          aria-label={t('inbox:labels.editNamed', { name: label.name })}
          onClick={() => onEdit(label)}
        >
          <LabelChip label={label} />
        </UnstyledButton>
      </td>
      <ActionsCell>
        <RowMenu label={t('inbox:labels.menu', { name: label.name })} testId="label-menu">
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => onEdit(label)}
            data-testid="label-edit"
          >
            {t('inbox:labels.edit')}
          </Menu.Item>
          <Menu.Item
            color="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => onDelete(label)}
            data-testid="label-delete"
          >
            {t('inbox:labels.delete.confirm')}
          </Menu.Item>
        </RowMenu>
      </ActionsCell>
    </tr>
  );
}

/** Asks before a label is deleted, and says how many conversations have it. Null keeps it closed. */
function DeleteLabel({ label, onClose }: { label: Label | null; onClose: () => void }) {
  const use = useQuery({
    ...queries.labels.use.queryOptions({ input: { params: { id: label?.id ?? '' } } }),
    enabled: label !== null,
    staleTime: 0,
  });
  const deleting = useMutation(
    async () => {
      if (label) await api.labels.remove({ params: { id: label.id } });
      refreshLabels();
    },
    { onSuccess: onClose },
  );
  const count = use.data?.conversations;
  return (
    <ConfirmModal
      opened={label !== null}
      title={t('inbox:labels.delete.title')}
      confirmLabel={t('inbox:labels.delete.confirm')}
      mutation={deleting}
      onClose={onClose}
    >
      <Text>
        <Trans t={t} i18nKey="inbox:labels.delete.text" values={{ name: label?.name ?? '' }} />
      </Text>
      <Text mt="xs" c="dimmed" size="sm" role="status" data-testid="label-use">
        {count === 0
          ? t('inbox:labels.delete.unused')
          : count !== undefined
            ? t('inbox:labels.delete.use', {
                count,
                number: formatCount(count, count === LABEL_USE_COUNTED_MAX),
              })
            : use.error
              ? t('inbox:labels.delete.useUnknown')
              : t('inbox:labels.delete.counting')}
      </Text>
    </ConfirmModal>
  );
}
