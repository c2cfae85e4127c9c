import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ContactField } from '../../../../shared/contract/contact-fields.contract.ts';
import { type Contact, ContactStatusSchema } from '../../../../shared/contract/contacts.contract.ts';
import { dayText } from '../../../lib/format/day-text.ts';
import { dateLocale, formatDate } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { statusOptions } from '../contact-labels.ts';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { TagsEdit } from '../list/row-edit.tsx';
import classes from './contact-card.module.css';
import { EditableValue, type EditableValueProps } from './editable-value.tsx';
import type { useFieldSaver } from './use-field-saver.ts';

interface Detail {
  key: string;
  label: string;
  isEmpty: boolean;
  content: (opened: Pick<EditableValueProps, 'startsOpen' | 'onClosed'>) => ReactNode;
}

/** What is known of a contact, as text. What is not known is behind one button. */
export function ContactDetails({
  contact,
  saver,
}: {
  contact: Contact;
  saver: ReturnType<typeof useFieldSaver>;
}) {
  const fields = useQuery(fieldsOptions());
  const [added, setAdded] = useState<string | null>(null);
  const details = [...ownDetails(contact, saver), ...fieldDetails(fields.data?.data ?? [], contact, saver)];
  const missing = details.filter(({ key, isEmpty }) => isEmpty && key !== added);
  return (
    <div>
      <dl className={classes.details}>
        {details.map(({ key, label, isEmpty, content }) =>
          isEmpty && key !== added ? null : (
            <Row key={key} label={label}>
              {content({ startsOpen: key === added, onClosed: () => setAdded(null) })}
            </Row>
          ),
        )}
        <Row label={t('contacts:card.added')}>
          <span className={classes.fixed}>{formatDate(contact.createdAt)}</span>
        </Row>
      </dl>
      <NotLoaded title={t('contact-fields:notLoaded')} query={fields} />
      {missing.length > 0 && (
        <Menu position="bottom-start" withinPortal returnFocus={false}>
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.addDetail}
              leftSection={<IconPlus size={14} />}
              data-testid="contact-add-detail"
            >
              {t('contacts:card.addDetail')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {missing.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => setAdded(key)} data-testid={`contact-add-${key}`}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt title={label}>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function ownDetails(contact: Contact, saver: ReturnType<typeof useFieldSaver>): Detail[] {
  return [
    {
      key: 'email',
      label: t('contacts:fields.email'),
      isEmpty: contact.email === null,
      content: (opened) => (
        <EditableValue
          {...opened}
          label={t('contacts:fields.email')}
          type="email"
          value={contact.email ?? ''}
          state={saver.stateOf('email')}
          onSave={(value) => saver.save('email', { email: value === '' ? null : value })}
          testId="contact-email"
        />
      ),
    },
    {
      key: 'status',
      label: t('contacts:fields.status'),
      isEmpty: false,
      content: () => (
        <EditableValue
          label={t('contacts:fields.status')}
          value={contact.status}
          shown={statusOptions().find(({ value }) => value === contact.status)?.label ?? contact.status}
          choices={statusOptions()}
          state={saver.stateOf('status')}
          onSave={(value) => saver.save('status', { status: ContactStatusSchema.parse(value) })}
          testId="contact-card-status"
        />
      ),
    },
    {
      key: 'tags',
      label: t('contacts:fields.tags'),
      isEmpty: contact.tags.length === 0,
      content: ({ startsOpen, onClosed }) => (
        <div className={classes.tags}>
          {contact.tags.map((tag) => (
            <span key={tag} className={classes.tag} dir="auto">
              {tag}
            </span>
          ))}
          <TagsEdit contact={contact} name={contact.name} startsOpen={startsOpen} onClosed={onClosed} />
        </div>
      ),
    },
  ];
}

function fieldDetails(
  fields: readonly ContactField[],
  contact: Contact,
  saver: ReturnType<typeof useFieldSaver>,
): Detail[] {
  // Contacts that this device stored before an upgrade have none.
  const values = contact.attributes ?? {};
  return fields.map(({ key, name, type, options }) => {
    const path = `attributes.${key}`;
    const value = String(values[key] ?? '');
    const isChoice = type === 'select' || type === 'boolean';
    return {
      key: `attribute-${key}`,
      label: name,
      isEmpty: value === '',
      content: (opened) => (
        <EditableValue
          {...opened}
          label={name}
          value={value}
          shown={shownValue(type, value)}
          {...(isChoice
            ? { choices: choicesOf(type, options, value), isClearable: true }
            : { type: type as 'text' | 'number' | 'date' })}
          state={saver.stateOf(path)}
          onSave={(text) => saver.save(path, { attributes: { [key]: text === '' ? null : text } })}
          testId={`attribute-${key}`}
        />
      ),
    };
  });
}

function shownValue(type: ContactField['type'], value: string): string {
  if (value === '') return '';
  if (type === 'boolean') return value === 'true' ? t('contacts:card.yes') : t('contacts:card.no');
  if (type === 'date') return dayText(value, dateLocale()) || value;
  return value;
}

/** Returns the choices, with the value of the contact if it is no choice any more. */
function choicesOf(type: ContactField['type'], options: readonly string[], value: string) {
  const values = type === 'boolean' ? ['true', 'false'] : [...new Set([...options, value])].filter(Boolean);
  return values.map((one) => ({ value: one, label: shownValue(type, one) }));
}
