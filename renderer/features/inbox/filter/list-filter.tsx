import { ActionIcon, CloseButton } from '@mantine/core';
import { IconFilter, IconMail, IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useColleagues } from '../../../lib/colleagues.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { type ButtonAttributes, later, opensLater } from '../../../ui/overlays/later.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { useInbox } from '../inbox-context.ts';
import { LabelDot } from '../labels/label-marks.tsx';
import { labelsOptions } from '../labels/labels.queries.ts';
import { isNarrowed } from '../list/conversation-order.ts';
import classes from './list-filter.module.css';

const SavedViewTools = later(
  async () => (await import('../saved-views/saved-view-actions.tsx')).SavedViewTools,
);

/** Narrows the view to a label, a person, or conversations that are unread or urgent. */
export const FilterButton = opensLater(
  async () => (await import('./filter-picker.tsx')).FilterPopover,
  OpenFilter,
);

/** The button of the filter. */
function OpenFilter(attributes: ButtonAttributes) {
  const { filter } = useInbox();
  return (
    <span className={classes.button} data-on={isNarrowed(filter) || undefined}>
      <Tip label={t('inbox:list.filter.open')} disabled={attributes['aria-expanded'] === true}>
        <ActionIcon
          {...attributes}
          aria-label={t('inbox:list.filter.open')}
          aria-haspopup="dialog"
          data-testid="filter"
        >
          <IconFilter size={18} />
        </ActionIcon>
      </Tip>
    </span>
  );
}

/** What the view is narrowed to, each with a button that removes it. */
export function FilterChips() {
  const { view, filter, onView } = useInbox();
  if (!isNarrowed(filter)) return null;
  const { label, assignee, unread, urgent } = filter;
  return (
    <div className={classes.chips} data-testid="filter-chips">
      {label !== undefined && (
        <LabelFilter id={label} onRemove={() => onView(view, { ...filter, label: undefined })} />
      )}
      {assignee !== undefined && (
        <PersonFilter id={assignee} onRemove={() => onView(view, { ...filter, assignee: undefined })} />
      )}
      {unread && (
        <Chip
          icon={<IconMail size={14} aria-hidden="true" />}
          name={t('inbox:views.unread.name')}
          onRemove={() => onView(view, { ...filter, unread: undefined })}
        />
      )}
      {urgent && (
        <Chip
          icon={<IconUrgent size={14} aria-hidden="true" />}
          name={t('inbox:marks.urgent')}
          onRemove={() => onView(view, { ...filter, urgent: undefined })}
        />
      )}
      <SavedViewTools />
    </div>
  );
}

function LabelFilter({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data, error } = useQuery(labelsOptions());
  const label = data?.data.find((one) => one.id === id);
  const name = label?.name ?? (data ? t('inbox:list.filter.deletedLabel') : unknownName(error));
  return <Chip icon={<LabelDot color={label?.color ?? 'gray'} />} name={name} onRemove={onRemove} />;
}

function PersonFilter({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { colleagues, isLoaded, error } = useColleagues();
  const person = colleagues.find((one) => one.id === id);
  const name = person?.name ?? (isLoaded ? t('inbox:thread.formerMember') : unknownName(error));
  return <Chip icon={<InitialsAvatar name={name} seed={id} size={16} />} name={name} onRemove={onRemove} />;
}

/** Returns what stands for a name: the picker beside the chips loads the list again. */
function unknownName(error: Error | null): string {
  return error ? t('inbox:list.filter.nameNotLoaded') : '…';
}

function Chip({ icon, name, onRemove }: { icon: ReactNode; name: string; onRemove: () => void }) {
  return (
    <span className={classes.chip}>
      {icon}
      <span className={classes.name} dir="auto">
        {name}
      </span>
      <CloseButton
        size={20}
        iconSize={14}
        aria-label={t('inbox:list.filter.remove', { name })}
        onClick={onRemove}
      />
    </span>
  );
}
