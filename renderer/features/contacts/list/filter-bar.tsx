import { Button, CloseButton, Popover, Select, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import { CONTACT_STATUSES, MARKETING_STATES } from '../../../../shared/domain/contact-status.ts';
import { tagsOptions } from '../../../lib/api/contact-tags.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { statusLabel, statusOptions } from '../contact-labels.ts';
import { FieldFilter, wantedText } from '../fields/field-filter.tsx';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { withoutEmpty } from './contact-query.ts';
import classes from './list.module.css';

export interface FilterBarProps {
  filter: ContactFilter;
  onFilter: (filter: ContactFilter) => void;
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** Narrows the contacts down: a search, a panel with every filter, and what is set as marks that can be removed. */
export function FilterBar({ filter, onFilter, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const set = (part: ContactFilter) => onFilter(withoutEmpty({ ...filter, ...part }));
  const { search = '', ...rest } = filter;
  const count = Object.keys(withoutEmpty(rest)).length;
  return (
    <>
      <div className={classes.filters}>
        <SearchBox
          className={classes.search}
          aria-label={t('contacts:page.search')}
          placeholder={t('contacts:page.searchPlaceholder')}
          value={search}
          onChange={(next) => set({ search: next })}
          data-testid="contact-search"
        />
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          width={320}
          middlewares={{ size: true, shift: true, flip: true }}
          trapFocus
          withinPortal
        >
          <Popover.Target>
            <Button
              variant={count > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} />}
              onClick={() => setOpen(!isOpen)}
              data-testid="contact-filter"
            >
              {count > 0 ? t('contacts:filters.titleCount', { number: count }) : t('contacts:filters.title')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={classes.panel}>
            <FilterPanel filter={filter} set={set} />
          </Popover.Dropdown>
        </Popover>
        {children}
      </div>
      <FilterMarks filter={filter} set={set} />
    </>
  );
}

interface PartProps {
  filter: ContactFilter;
  set: (part: ContactFilter) => void;
}

const PERIODS = [1, 7, 30, 90, 365];

function FilterPanel({ filter, set }: PartProps) {
  const tagList = useQuery(tagsOptions());
  const tags = tagList.data ?? [];
  const fieldList = useQuery(fieldsOptions());
  const tag = filter.tag;
  const yesNo = [
    { value: 'true', label: t('contacts:card.yes') },
    { value: 'false', label: t('contacts:card.no') },
  ];
  const seen =
    filter.seenWithinDays !== undefined
      ? `within:${filter.seenWithinDays}`
      : filter.notSeenForDays !== undefined
        ? `without:${filter.notSeenForDays}`
        : null;
  const periods = (kind: 'within' | 'without') =>
    PERIODS.map((days) => ({
      value: `${kind}:${days}`,
      label: t(`contacts:filters.${kind}`, { count: days }),
    }));
  return (
    <Stack gap="sm">
      <NotLoadedLine text={`${t('contacts:filters.tagsNotLoaded')}.`} query={tagList} />
      <NotLoadedLine text={`${t('contact-fields:notLoaded')}.`} query={fieldList} />
      <Choice
        label={t('contacts:fields.status')}
        data={statusOptions()}
        value={filter.status ?? null}
        onChange={(value) => set({ status: CONTACT_STATUSES.find((status) => status === value) })}
        testId="filter-status"
      />
      {(tags.length > 0 || tag !== undefined) && (
        <Choice
          label={t('contacts:page.tag')}
          data={tag === undefined || tags.includes(tag) ? tags : [...tags, tag]}
          value={tag ?? null}
          onChange={(value) => set({ tag: value ?? undefined })}
          testId="contact-tag-filter"
        />
      )}
      <FieldFilter
        className={undefined}
        attribute={filter.attribute ?? null}
        onAttribute={(attribute) => set({ attribute: attribute ?? undefined })}
      />
      <Choice
        label={t('contacts:consent.marketing')}
        data={MARKETING_STATES.map((state) => ({
          value: state,
          label: t(`contacts:consent.states.${state}`),
        }))}
        value={filter.marketing ?? null}
        onChange={(value) => set({ marketing: MARKETING_STATES.find((state) => state === value) })}
        testId="filter-marketing"
      />
      <Choice
        label={t('contacts:filters.seen')}
        data={[...periods('within'), ...periods('without')]}
        value={seen}
        onChange={(value) => set(seenOf(value))}
        testId="filter-seen"
      />
      <Choice
        label={t('contacts:table.added')}
        data={periods('within')}
        value={filter.addedWithinDays === undefined ? null : `within:${filter.addedWithinDays}`}
        onChange={(value) => set({ addedWithinDays: value === null ? undefined : daysOf(value) })}
        testId="filter-added"
      />
      <Choice
        label={t('contacts:filters.hasEmail')}
        data={yesNo}
        value={filter.hasEmail === undefined ? null : String(filter.hasEmail)}
        onChange={(value) => set({ hasEmail: value === null ? undefined : value === 'true' })}
        testId="filter-email"
      />
      <Choice
        label={t('contacts:consent.blocked')}
        data={yesNo}
        value={filter.blocked === undefined ? null : String(filter.blocked)}
        onChange={(value) => set({ blocked: value === null ? undefined : value === 'true' })}
        testId="contact-blocked-filter"
      />
    </Stack>
  );
}

const daysOf = (value: string) => Number(value.split(':')[1]);

function seenOf(value: string | null): ContactFilter {
  if (value === null) return { seenWithinDays: undefined, notSeenForDays: undefined };
  return value.startsWith('within')
    ? { seenWithinDays: daysOf(value), notSeenForDays: undefined }
    : { seenWithinDays: undefined, notSeenForDays: daysOf(value) };
}

function Choice({
  label,
  data,
  value,
  onChange,
  testId,
}: {
  label: string;
  data: readonly string[] | readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  testId: string;
}) {
  return (
    <Select
      label={label}
      placeholder={t('contacts:filters.any')}
      clearable
      clearButtonProps={{ 'aria-label': t('contacts:card.clear', { name: label }) }}
      searchable={data.length > 12}
      nothingFoundMessage={t('contacts:page.noTag')}
      // Inside the panel, which would close with a click outside of it.
      comboboxProps={{ withinPortal: false }}
      data={[...(data as string[])]}
      value={value}
      onChange={onChange}
      data-testid={testId}
    />
  );
}

/** What the list is narrowed to, each with a button that removes it. */
function FilterMarks({ filter, set }: PartProps) {
  const { data: fields } = useQuery(fieldsOptions());
  const { search: _search, ...parts } = withoutEmpty(filter);
  const names = Object.keys(parts) as (keyof typeof parts)[];
  if (names.length === 0) return null;
  const fieldOf = (key: string) => fields?.data.find((field) => field.key === key);
  return (
    <ul className={classes.marks} aria-label={t('contacts:filters.title')}>
      {names.map((name) => {
        const text = markText(name, filter, fieldOf);
        return (
          <li key={name} className={classes.mark} data-testid={`filter-mark-${name}`}>
            <span dir="auto">{text}</span>
            <CloseButton
              size="xs"
              aria-label={t('contacts:filters.remove', { name: text })}
              onClick={() => set({ [name]: undefined })}
            />
          </li>
        );
      })}
      <li>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => set(Object.fromEntries(names.map((name) => [name, undefined])))}
          data-testid="filter-clear"
        >
          {t('contacts:filters.clear')}
        </Button>
      </li>
    </ul>
  );
}

function markText(
  name: keyof Omit<ContactFilter, 'search'>,
  filter: ContactFilter,
  fieldOf: (key: string) => ContactField | undefined,
): string {
  const pair = (label: string, value: string) => t('contacts:filters.pair', { label, value });
  const yes = (value: boolean | undefined) => (value ? t('contacts:card.yes') : t('contacts:card.no'));
  switch (name) {
    case 'status':
      return pair(t('contacts:fields.status'), filter.status ? statusLabel(filter.status) : '');
    case 'tag':
      return pair(t('contacts:page.tag'), filter.tag ?? '');
    case 'attribute': {
      const [key = '', ...value] = (filter.attribute ?? '').split(':');
      return pair(fieldOf(key)?.name ?? key, wantedText(fieldOf(key), value.join(':')));
    }
    case 'marketing':
      return pair(
        t('contacts:consent.marketing'),
        filter.marketing ? t(`contacts:consent.states.${filter.marketing}`) : '',
      );
    case 'blocked':
      return pair(t('contacts:consent.blocked'), yes(filter.blocked));
    case 'hasEmail':
      return pair(t('contacts:filters.hasEmail'), yes(filter.hasEmail));
    case 'addedWithinDays':
      return pair(
        t('contacts:table.added'),
        t('contacts:filters.within', { count: filter.addedWithinDays ?? 0 }),
      );
    case 'seenWithinDays':
      return pair(
        t('contacts:filters.seen'),
        t('contacts:filters.within', { count: filter.seenWithinDays ?? 0 }),
      );
    case 'notSeenForDays':
      return pair(
        t('contacts:filters.seen'),
        t('contacts:filters.without', { count: filter.notSeenForDays ?? 0 }),
      );
  }
}
