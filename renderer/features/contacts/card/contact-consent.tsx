import { Button, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Contact, UpdateContact } from '../../../../shared/contract/contacts.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { exclusionOptions } from '../../../lib/assist-settings.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { updateContact } from '../contacts.actions.ts';
import classes from './contact-card.module.css';

type Choice = 'subscribe' | 'unsubscribe' | 'block' | 'unblock';

const CHANGES: Readonly<Record<Choice, UpdateContact>> = {
  subscribe: { marketing: 'subscribed' },
  unsubscribe: { marketing: 'unsubscribed' },
  block: { blocked: true },
  unblock: { blocked: false },
};

/** Whether a contact wants marketing and is blocked; each change is confirmed. */
export function ContactConsent({ contact }: { contact: Contact }) {
  const [asked, setAsked] = useState<Choice | null>(null);
  const { marketing, blocked } = contact;
  useCommands({ 'conversation.block': () => setAsked(blocked ? 'unblock' : 'block') });
  return (
    <section className={classes.consent} aria-label={t('contacts:consent.title')}>
      {blocked && (
        <Notice tone="warn" icon={<IconBan size={18} aria-hidden="true" />}>
          {t('contacts:consent.blockedNote')}
        </Notice>
      )}
      <dl className={classes.details}>
        <dt>{t('contacts:consent.marketing')}</dt>
        <dd>
          <div className={classes.fixed}>
            <p data-testid="contact-marketing">
              {t(`contacts:consent.states.${marketing}`)}
              <span className={classes.consentSource}>{sourceText(contact)}</span>
            </p>
            <div className={classes.consentButtons}>
              {marketing !== 'subscribed' && (
                <ConsentButton
                  choice="subscribe"
                  onAsk={setAsked}
                  label={t('contacts:consent.subscribe.button')}
                />
              )}
              {marketing !== 'unsubscribed' && (
                <ConsentButton
                  choice="unsubscribe"
                  onAsk={setAsked}
                  label={t('contacts:consent.unsubscribe.button')}
                />
              )}
            </div>
          </div>
        </dd>
        <dt>{t('contacts:consent.messages')}</dt>
        <dd>
          <div className={classes.fixed}>
            <p>{blocked ? t('contacts:consent.blocked') : t('contacts:consent.notBlocked')}</p>
            <div className={classes.consentButtons}>
              <ConsentButton
                choice={blocked ? 'unblock' : 'block'}
                onAsk={setAsked}
                label={blocked ? t('contacts:consent.unblock.button') : t('contacts:consent.block.button')}
              />
            </div>
          </div>
        </dd>
        <AssistExclusion contactId={contact.id} />
      </dl>
      <ConfirmChoice contact={contact} choice={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

/** Whether the assistant may use the messages of a contact. Nothing is lost by a change, so it is not confirmed. */
function AssistExclusion({ contactId }: { contactId: string }) {
  const exclusion = useQuery(exclusionOptions(contactId));
  const { data } = exclusion;
  const saving = useMutation(
    (isLeftOut: boolean) => api.assist.setExclusion({ params: { id: contactId }, body: { isLeftOut } }),
    { onSuccess: (stored) => queryClient.setQueryData(exclusionOptions(contactId).queryKey, stored) },
  );
  if (!data)
    return (
      exclusion.error && (
        <>
          <dt>{t('assist:exclusion.label')}</dt>
          <dd>
            <div className={classes.fixed} data-testid="contact-assist-failed">
              <NotLoadedLine text={t('assist:exclusion.notLoaded')} query={exclusion} />
            </div>
          </dd>
        </>
      )
    );
  return (
    <>
      <dt>{t('assist:exclusion.label')}</dt>
      <dd>
        <div className={classes.fixed}>
          <p>{t(`assist:exclusion.${data.isLeftOut ? 'stopped' : 'allowed'}`)}</p>
          <div className={classes.consentButtons}>
            <Button
              variant="default"
              size="compact-xs"
              loading={saving.isPending}
              onClick={() => saving.mutate(!data.isLeftOut)}
              data-testid="contact-assist"
            >
              {t(`assist:exclusion.${data.isLeftOut ? 'allow' : 'stop'}`)}
            </Button>
          </div>
          <MutationError mutation={saving} />
        </div>
      </dd>
    </>
  );
}

function ConsentButton({
  choice,
  label,
  onAsk,
}: {
  choice: Choice;
  label: string;
  onAsk: (choice: Choice) => void;
}) {
  return (
    <Button
      variant="default"
      size="compact-xs"
      c={choice === 'block' ? 'var(--sb-bad)' : undefined}
      onClick={() => onAsk(choice)}
      data-testid={`contact-${choice}`}
    >
      {label}
    </Button>
  );
}

function ConfirmChoice({
  contact,
  choice,
  onClose,
}: {
  contact: Contact;
  choice: Choice | null;
  onClose: () => void;
}) {
  // The texts stay while the dialog closes.
  const [last, setLast] = useState<Choice>('block');
  if (choice !== null && choice !== last) setLast(choice);
  const saving = useMutation(() => updateContact(contact.id, CHANGES[last]), { onSuccess: onClose });
  return (
    <ConfirmModal
      opened={choice !== null}
      title={t(`contacts:consent.${last}.title`)}
      confirmLabel={t(`contacts:consent.${last}.confirm`)}
      isHarmless={last !== 'block'}
      mutation={saving}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey={`contacts:consent.${last}.body`}
          components={{ contact: <strong dir="auto">{contactTitle(contact)}</strong> }}
        />
      </Text>
    </ConfirmModal>
  );
}

function sourceText({ marketingAt, marketingSource }: Contact): string {
  if (marketingAt === null || marketingSource === null) return '';
  return t(`contacts:consent.sources.${marketingSource}`, { date: formatDate(marketingAt) });
}
