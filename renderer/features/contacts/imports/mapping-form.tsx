import { Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactImport } from '../../../../shared/contract/contacts/contact-imports.contract.ts';
import {
  fieldKeyOf,
  fieldTarget,
  IMPORT_MODES,
  IMPORT_TARGETS,
  type ImportMode,
} from '../../../../shared/domain/contacts/contact-import.ts';
import { api } from '../../../lib/api/api.ts';
import { tagsOptions } from '../../../lib/api/contact-tags.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { refreshImports } from './imports.queries.ts';

/** Chooses what each column fills, with values of the first rows, and starts the check. */
export function MappingForm({ one, onStarted }: { one: ContactImport; onStarted: () => void }) {
  const fields = useQuery(fieldsOptions());
  const [mapping, setMapping] = useState(one.mapping);
  const [mode, setMode] = useState<ImportMode>(one.mode);
  const [tags, setTags] = useState(one.tags);
  const [typed, setTyped] = useState('');
  const { data: knownTags } = useQuery(tagsOptions());
  const checking = useMutation(
    async () => {
      await api.contactImports.check({ params: { id: one.id }, body: { mapping, mode, tags } });
      refreshImports();
    },
    { onSuccess: onStarted },
  );
  const known = [
    ...IMPORT_TARGETS.map((value) => ({
      value: value as string,
      label: t(`contact-import:targets.${value}`),
    })),
    ...(fields.data?.data ?? []).map(({ key, name }) => ({ value: fieldTarget(key), label: name })),
  ];
  // The fields that columns fill already, also while their names are not known.
  const unknown = mapping.flatMap((target) =>
    target === null || known.some(({ value }) => value === target)
      ? []
      : [{ value: target, label: fieldKeyOf(target) ?? target }],
  );
  const targets = [...known, ...unknown];
  const hasKey = mapping.includes('phone') || mapping.includes('email');
  const columns: Column[] = [
    { key: 'column', title: t('contact-import:column') },
    { key: 'samples', title: t('contact-import:samples'), room: 'small' },
    { key: 'target', title: t('contact-import:target'), width: 200 },
  ];
  return (
    <Stack>
      <NotLoaded title={t('contact-fields:notLoaded')} query={fields} />
      <Card>
        <DataTable label={t('contact-import:columns')} columns={columns}>
          {one.columns.map(({ name, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never move.
            <tr key={index}>
              <td dir="auto">{name || t('contact-import:unnamed', { number: index + 1 })}</td>
              <td data-room="small" dir="auto">
                <Text size="sm" c="dimmed" component="span">
                  {samples.join(' · ')}
                </Text>
              </td>
              <td>
                <Select
                  aria-label={t('contact-import:targetOf', { name: name || String(index + 1) })}
                  placeholder={t('contact-import:nothing')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('contact-import:nothing') }}
                  data={targets.filter(({ value }) => value === mapping[index] || !mapping.includes(value))}
                  value={mapping[index] ?? null}
                  onChange={(target) => setMapping(mapping.with(index, target))}
                  data-testid={`import-target-${index}`}
                />
              </td>
            </tr>
          ))}
        </DataTable>
      </Card>
      <Select
        label={t('contact-import:mode')}
        allowDeselect={false}
        maw={420}
        data={IMPORT_MODES.map((value) => ({ value, label: t(`contact-import:modes.${value}`) }))}
        value={mode}
        onChange={(value) => setMode(IMPORT_MODES.find((one) => one === value) ?? mode)}
      />
      <TagsInput
        label={t('contact-import:tags')}
        description={t('contact-import:tagsHint')}
        maw={420}
        // Only while something is typed: the list would cover the button below.
        data={typed === '' ? [] : (knownTags ?? [])}
        searchValue={typed}
        onSearchChange={setTyped}
        maxTags={10}
        maxLength={50}
        acceptValueOnBlur
        value={tags}
        onChange={setTags}
        data-testid="import-tags"
      />
      <Text size="sm" c="dimmed">
        {hasKey ? t('contact-import:modeHint') : t('contact-import:needsKey')}
      </Text>
      <Group>
        <MutationButton mutation={checking} disabled={!hasKey} data-testid="import-check">
          {t('contact-import:check')}
        </MutationButton>
      </Group>
      <MutationError mutation={checking} />
    </Stack>
  );
}
