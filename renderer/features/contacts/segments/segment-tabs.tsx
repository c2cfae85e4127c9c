import { Box, Button, Menu, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBookmarkPlus, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import type { Segment } from '../../../../shared/contract/public/segments.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { isFiltered, isSameFilter, withoutEmpty } from '../list/contact-query.ts';
import classes from '../list/list.module.css';
import { refreshSegments, segmentCountOptions, segmentsOptions } from './segments.queries.ts';

export interface SegmentTabsProps {
  filter: ContactFilter;
  /** The segment that is chosen; its filter may have been changed since. */
  segment: string | null;
  onSegment: (segment: { id: string | null; filter: ContactFilter }) => void;
}

/** The segments with their counts, and what saves the filter on screen as one. */
export function SegmentTabs({ filter, segment, onSegment }: SegmentTabsProps) {
  const list = useQuery(segmentsOptions());
  const [named, setNamed] = useState<Segment | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Segment | null>(null);
  const segments = list.data?.data ?? [];
  const chosen = segments.find(({ id }) => id === segment);
  const isChanged = chosen !== undefined && !isSameFilter(chosen.filter, filter);
  const saving = useMutation(
    async () => {
      if (chosen)
        await api.segments.update({ params: { id: chosen.id }, body: { filter: withoutEmpty(filter) } });
    },
    {
      onSuccess: refreshSegments,
      toast: () => t('contacts:segments.saved'),
      onError: (error) => showErrorToast(t('contacts:segments.notSaved'), error),
    },
  );
  if (list.error && !list.data)
    return (
      <Box mb="sm">
        <NotLoaded title={t('contacts:segments.notLoaded')} query={list} />
      </Box>
    );
  if (segments.length === 0 && !isFiltered(filter)) return null;
  return (
    <div className={classes.segments}>
      <nav className={classes.tabs} aria-label={t('contacts:segments.title')}>
        <UnstyledButton
          className={classes.tab}
          aria-pressed={chosen === undefined && !isFiltered(filter)}
          onClick={() => onSegment({ id: null, filter: {} })}
          data-testid="segment-all"
        >
          {t('contacts:segments.all')}
        </UnstyledButton>
        {segments.map((one) => (
          <UnstyledButton
            key={one.id}
            className={classes.tab}
            aria-pressed={one.id === chosen?.id}
            onClick={() => onSegment({ id: one.id, filter: one.filter })}
            data-testid="segment"
          >
            <span dir="auto">{one.name}</span>
            <SegmentCount id={one.id} />
          </UnstyledButton>
        ))}
      </nav>
      {isChanged && isFiltered(filter) && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={16} />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
          data-testid="segment-save"
        >
          {t('contacts:segments.save')}
        </Button>
      )}
      {isFiltered(filter) && (chosen === undefined || isChanged) && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmarkPlus size={16} />}
          onClick={() => setNamed('new')}
          data-testid="segment-new"
        >
          {t('contacts:segments.saveAs')}
        </Button>
      )}
      {chosen && (
        <RowMenu label={t('contacts:segments.more', { name: chosen.name })} testId="segment-more">
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setNamed(chosen)}>
            {t('contacts:segments.rename')}
          </Menu.Item>
          <Menu.Item
            color="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleted(chosen)}
            data-testid="segment-delete"
          >
            {t('contacts:table.delete')}
          </Menu.Item>
        </RowMenu>
      )}
      <Modal
        opened={named !== null}
        onClose={() => setNamed(null)}
        title={named === 'new' ? t('contacts:segments.saveAs') : t('contacts:segments.rename')}
      >
        {named !== null && (
          <SegmentForm
            segment={named === 'new' ? null : named}
            filter={filter}
            onCancel={() => setNamed(null)}
            onSaved={(saved) => {
              setNamed(null);
              onSegment({ id: saved.id, filter });
            }}
          />
        )}
      </Modal>
      <SegmentDelete
        segment={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => onSegment({ id: null, filter })}
      />
    </div>
  );
}

function SegmentCount({ id }: { id: string }) {
  const { data } = useQuery(segmentCountOptions(id));
  // As wide as a short number, so that the tabs stay where they are when it comes.
  return <span className={classes.count}>{data ? formatCount(data.contacts) : '\u2007\u2007'}</span>;
}

function SegmentForm({
  segment,
  filter,
  onCancel,
  onSaved,
}: {
  segment: Segment | null;
  filter: ContactFilter;
  onCancel: () => void;
  onSaved: (segment: Segment) => void;
}) {
  const form = useForm({
    initialValues: { name: segment?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('contacts:segments.nameMissing') : null) },
  });
  const saving = useMutation(
    ({ name }: typeof form.values) =>
      segment
        ? api.segments.update({ params: { id: segment.id }, body: { name } })
        : api.segments.create({ body: { name, filter: withoutEmpty(filter) } }),
    {
      form,
      fields: ['name'],
      fieldByCode: { segment_name_taken: 'name' },
      onSuccess: (saved) => {
        refreshSegments();
        onSaved(saved);
      },
    },
  );
  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('actions.save')}
      submitTestId="segment-submit"
    >
      <TextInput
        label={t('contacts:fields.name')}
        description={t('contacts:segments.nameHint')}
        maxLength={60}
        data-autofocus
        data-testid="segment-name"
        {...form.getInputProps('name')}
      />
    </MutationForm>
  );
}

function SegmentDelete({
  segment,
  onClose,
  onDeleted,
}: {
  segment: Segment | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const deleting = useMutation(
    async () => {
      if (segment) await api.segments.remove({ params: { id: segment.id } });
    },
    {
      onSuccess: () => {
        refreshSegments();
        onClose();
        onDeleted();
      },
    },
  );
  return (
    <ConfirmModal
      opened={segment !== null}
      title={t('contacts:segments.deleteTitle', { name: segment?.name ?? '' })}
      confirmLabel={t('contacts:segments.delete')}
      mutation={deleting}
      onClose={onClose}
    >
      <Text>{t('contacts:segments.deleteBody')}</Text>
    </ConfirmModal>
  );
}
