import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../lib/i18n.ts';
import { MenuTooltip } from '../../../ui/overlays/menu-tooltip.tsx';
import { NotLoadedItems } from '../../../ui/row-menu.tsx';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { COLUMNS, COLUMNS_MAX, type ColumnKey, chooseColumns, useColumns } from './columns.store.ts';
import classes from './list.module.css';

/** Returns the title of a column. */
export function columnTitle(key: ColumnKey, fieldName: (key: string) => string): string {
  if (key.startsWith('field:')) return fieldName(key.slice('field:'.length));
  return t(`contacts:columns.${key as (typeof COLUMNS)[number]}`);
}

/** Chooses the columns of the list. */
export function ColumnMenu() {
  const keys = useColumns((state) => state.keys);
  const list = useQuery(fieldsOptions());
  const fields = list.data?.data ?? [];
  const known: ColumnKey[] = [...COLUMNS, ...fields.map((field): ColumnKey => `field:${field.key}`)];
  // Until the fields are loaded, those that are chosen stay in the list: another choice would drop their columns.
  const all = list.data ? known : [...known, ...keys.filter((key) => !known.includes(key))];
  const nameOf = (key: string) => fields.find((field) => field.key === key)?.name ?? key;
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <MenuTooltip label={t('contacts:columns.title')}>
          <ActionIcon
            className={classes.end}
            variant="default"
            size={36}
            aria-label={t('contacts:columns.title')}
            data-testid="contact-columns"
          >
            <IconColumns3 size={18} />
          </ActionIcon>
        </MenuTooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('contacts:columns.hint', { number: COLUMNS_MAX })}</Menu.Label>
        {all.map((key) => {
          const isShown = keys.includes(key);
          return (
            <Menu.CheckboxItem
              key={key}
              checked={isShown}
              checkIcon={<IconCheck size={16} />}
              disabled={!isShown && keys.length >= COLUMNS_MAX}
              onChange={() =>
                chooseColumns(
                  isShown
                    ? keys.filter((one) => one !== key)
                    : all.filter((one) => one === key || keys.includes(one)),
                )
              }
              data-testid={`contact-column-${key}`}
            >
              {columnTitle(key, nameOf)}
            </Menu.CheckboxItem>
          );
        })}
        <NotLoadedItems text={t('contact-fields:notLoaded')} query={list} />
      </Menu.Dropdown>
    </Menu>
  );
}
