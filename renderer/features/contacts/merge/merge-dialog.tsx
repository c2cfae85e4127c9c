import { Button, Group, Modal, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import { mergedFields } from '../../../../shared/domain/contact-status.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonCell } from '../../../ui/person-cell.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { contactListOptions, mergeContacts } from '../contacts.actions.ts';
import { useContacts } from '../contacts.store.ts';
import { fieldsOptions } from '../fields/fields.queries.ts';
import { ALL_CONTACTS } from '../list/contact-query.ts';
import classes from './merge-dialog.module.css';
import { rowsOf, type Shown } from './merge-rows.ts';

export interface MergeDialogProps {
  /** The contact that is merged into another one. Null keeps the dialog closed. */
  contact: Contact | null;
  /** The other one, when it is known already. */
  into?: Contact | null;
  onClose: () => void;
  /** Opens the conversation with the contact that stays. */
  onOpen: (contact: Contact) => void;
  /** Whether that happens at once, because the place of the dialog is about the merged contact. */
  opensAtOnce?: boolean;
}

/** Merges a contact into another one: choose it, compare what is kept, confirm. */
export function MergeDialog({
  contact,
  into = null,
  onClose,
  onOpen,
  opensAtOnce = false,
}: MergeDialogProps) {
  return (
    <Modal opened={contact !== null} onClose={onClose} title={t('contact-merge:title')} size="lg">
      {contact && (
        <MergeSteps
          key={contact.id}
          contact={contact}
          into={into}
          onClose={onClose}
          onOpen={onOpen}
          opensAtOnce={opensAtOnce}
        />
      )}
    </Modal>
  );
}

interface StepsProps extends Required<MergeDialogProps> {
  contact: Contact;
}

function MergeSteps({ contact, into, onClose, onOpen, opensAtOnce }: StepsProps) {
  const [target, setTarget] = useState<Contact | null>(into);
  const [isSwapped, setSwapped] = useState(false);
  const [merged, setMerged] = useState<Contact | null>(null);
  if (merged) return <Done contact={merged} onClose={onClose} onOpen={onOpen} />;
  if (!target) return <ChooseTarget contact={contact} onChoose={setTarget} />;
  return (
    <Compare
      key={String(isSwapped)}
      source={isSwapped ? target : contact}
      target={isSwapped ? contact : target}
      onSwap={() => setSwapped(!isSwapped)}
      onBack={() => {
        setSwapped(false);
        setTarget(null);
      }}
      opensAtOnce={opensAtOnce}
      onMerged={(stays) => {
        if (!opensAtOnce) return setMerged(stays);
        onClose();
        onOpen(stays);
      }}
    />
  );
}

const SHOWN = 20;

function ChooseTarget({ contact, onChoose }: { contact: Contact; onChoose: (target: Contact) => void }) {
  const [search, setSearch] = useState('');
  const list = useQuery({
    ...contactListOptions({ ...ALL_CONTACTS, filter: { search } }),
    placeholderData: keepPreviousData,
  });
  const byId = useContacts((state) => state.byId);
  const found = (list.data?.ids ?? [])
    .flatMap((id) => byId[id] ?? [])
    .filter(({ id }) => id !== contact.id)
    .slice(0, SHOWN);
  return (
    <Stack>
      <Text size="sm">
        <Trans t={t} i18nKey="contact-merge:choose" components={{ contact: <Named contact={contact} /> }} />
      </Text>
      <SearchBox
        aria-label={t('contact-merge:search')}
        placeholder={t('contact-merge:searchPlaceholder')}
        value={search}
        onChange={setSearch}
        data-autofocus
        data-testid="merge-search"
      />
      <ul
        className={classes.results}
        aria-label={t('contact-merge:results')}
        aria-busy={list.isPending || list.isPlaceholderData}
      >
        {found.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={classes.result}
              onClick={() => onChoose(one)}
              data-testid="merge-candidate"
            >
              <PersonCell name={contactTitle(one)} seed={one.id}>
                <div className={classes.title} dir="auto">
                  {contactTitle(one)}
                </div>
                <div className={classes.detail}>
                  <bdi dir="ltr">{one.phone === null ? '' : formatPhone(one.phone)}</bdi>
                  {one.email !== null && ` · ${one.email}`}
                </div>
              </PersonCell>
            </UnstyledButton>
          </li>
        ))}
        {found.length === 0 && !list.isPending && (
          <li className={classes.message}>
            {list.error ? t('contact-merge:loadFailed') : t('contact-merge:nothing')}
          </li>
        )}
      </ul>
    </Stack>
  );
}

interface CompareProps {
  source: Contact;
  target: Contact;
  opensAtOnce: boolean;
  onBack: () => void;
  /** Lets the other one stay. */
  onSwap: () => void;
  onMerged: (contact: Contact) => void;
}

function Compare({ source, target, opensAtOnce, onBack, onSwap, onMerged }: CompareProps) {
  const [take, setTake] = useState<readonly string[]>([]);
  // Without a choice, the number that the customer wrote from last is the one that messages go to.
  const [keepsPhone, setKeepsPhone] = useState(false);
  const merging = useMutation(() => mergeContacts(source.id, target.id, { take, keepsPhone }), {
    onSuccess: onMerged,
    ...(opensAtOnce && {
      toast: (stays: Contact) => t('contact-merge:doneToast', { name: contactTitle(stays) }),
    }),
  });
  const fields = useQuery(fieldsOptions());
  const result = mergedFields(source, target, take);
  const rows = rowsOf(source, target, { ...result, take, keepsPhone }, fields.data?.data ?? []);
  function choose(field: string, isTaken: boolean) {
    const others = take.filter((one) => one !== field);
    setTake(isTaken ? [...others, field] : others);
    if (field === 'phone') setKeepsPhone(!isTaken);
  }
  return (
    <Stack>
      <table className={classes.comparison} data-testid="merge-comparison">
        <thead>
          <tr>
            <td className={classes.field} />
            <th scope="col">{t('contact-merge:source')}</th>
            <th scope="col">{t('contact-merge:target')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, field, theirs, own }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Value {...theirs} onChoose={field === null ? null : () => choose(field, true)} />
              <Value {...own} onChoose={field === null ? null : () => choose(field, false)} />
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm">{t('contact-merge:conversation')}</Text>
      {rows.some(({ field }) => field !== null) && <Text size="sm">{t('contact-merge:chooseValues')}</Text>}
      {source.phone !== null && target.phone !== null && <Text size="sm">{t('contact-merge:numbers')}</Text>}
      {result.blocked && !target.blocked && <Notice tone="warn">{t('contact-merge:becomesBlocked')}</Notice>}
      {result.marketing === 'unsubscribed' && target.marketing !== 'unsubscribed' && (
        <Notice tone="warn">{t('contact-merge:becomesUnsubscribed')}</Notice>
      )}
      {/* Without them, values that differ would be merged unseen. */}
      <NotLoaded title={t('contact-fields:notLoaded')} query={fields} />
      {merging.error !== null && <Notice tone="bad">{merging.error}</Notice>}
      <Text size="sm" fw={600}>
        {t('contact-merge:undone')}
      </Text>
      <Group justify="space-between">
        <Button variant="subtle" onClick={onBack} disabled={merging.isPending}>
          {t('contact-merge:back')}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onSwap} disabled={merging.isPending} data-testid="merge-swap">
            {t('contact-merge:swap')}
          </Button>
          <MutationButton
            mutation={merging}
            disabled={!fields.data}
            color="red.8"
            data-testid="merge-confirm"
          >
            {t('contact-merge:confirm')}
          </MutationButton>
        </Group>
      </Group>
    </Stack>
  );
}

function Value({ text, isKept, onChoose }: Shown & { onChoose: (() => void) | null }) {
  if (text === '') return <td className={classes.detail}>{t('contact-merge:none')}</td>;
  return (
    <td dir="auto">
      {onChoose ? (
        <UnstyledButton
          className={classes.choice}
          aria-pressed={isKept}
          onClick={onChoose}
          data-testid="merge-value"
        >
          {text}
        </UnstyledButton>
      ) : (
        <Fixed text={text} isKept={isKept} />
      )}
    </td>
  );
}

function Fixed({ text, isKept }: Shown) {
  return (
    <>
      <span className={isKept ? classes.kept : classes.dropped}>{text}</span>
      <VisuallyHidden> ({isKept ? t('contact-merge:kept') : t('contact-merge:dropped')})</VisuallyHidden>
    </>
  );
}

function Done({
  contact,
  onClose,
  onOpen,
}: Pick<MergeDialogProps, 'onClose' | 'onOpen'> & { contact: Contact }) {
  return (
    <Stack>
      <Text role="status">
        <Trans t={t} i18nKey="contact-merge:done" components={{ contact: <Named contact={contact} /> }} />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('contact-merge:close')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            onOpen(contact);
          }}
          data-testid="merge-open"
        >
          {t('contact-merge:open')}
        </Button>
      </Group>
    </Stack>
  );
}

function Named({ contact }: { contact: Contact }) {
  return <strong dir="auto">{contactTitle(contact)}</strong>;
}
