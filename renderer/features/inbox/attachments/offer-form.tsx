import { Box, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { INTERACTIVE_MAX as MAX } from '../../../../shared/domain/message-limits.ts';
import { t } from '../../../lib/i18n.ts';
import { RenderedOffer } from '../kinds/choice-content.tsx';
import { AttachmentSend } from './attachment-send.tsx';
import classes from './attachments.module.css';
import type { AttachmentFormProps } from './attachments.store.ts';
import { ButtonFields, LinkFields, ListFields } from './offer-choices.tsx';
import { interactiveOf, isComplete, type OfferDraft, offerDraftOf } from './offer-draft.ts';

const KINDS = ['button', 'list', 'cta_url'] as const;

/** The editor of a message with buttons, a list or a link, beside what the customer will read. */
export function OfferForm({ conversationId, unsent, onChange, onSend }: AttachmentFormProps) {
  const [draft, setDraft] = useState(() => offerDraftOf(unsent));
  const interactive = interactiveOf(draft);

  function set(change: Partial<OfferDraft>): void {
    const next = { ...draft, ...change };
    setDraft(next);
    onChange(next);
  }

  function send(sendAt?: Date): void {
    if (isComplete(draft)) onSend({ type: 'interactive', interactive }, sendAt);
  }

  return (
    <form
      className={classes.offer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t('attachments:interactive.kind')}
          value={draft.kind}
          onChange={(kind) => set({ kind })}
          data={KINDS.map((value) => ({ value, label: t(`attachments:interactive.kinds.${value}`) }))}
        />
        <TextInput
          label={t('attachments:interactive.header')}
          maxLength={MAX.line}
          value={draft.header}
          onChange={(event) => set({ header: event.currentTarget.value })}
          dir="auto"
        />
        <Textarea
          label={t('attachments:interactive.body')}
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX.body}
          value={draft.body}
          onChange={(event) => set({ body: event.currentTarget.value })}
          dir="auto"
          data-autofocus
          data-testid="offer-body"
        />
        {draft.kind === 'button' && <ButtonFields draft={draft} onChange={set} />}
        {draft.kind === 'list' && <ListFields draft={draft} onChange={set} />}
        {draft.kind === 'cta_url' && <LinkFields draft={draft} onChange={set} />}
        <TextInput
          label={t('attachments:interactive.footer')}
          maxLength={MAX.line}
          value={draft.footer}
          onChange={(event) => set({ footer: event.currentTarget.value })}
          dir="auto"
        />
      </Stack>
      <div className={classes.preview} data-testid="offer-preview">
        <Text size="sm" fw={600} mb={8}>
          {t('attachments:interactive.preview')}
        </Text>
        <div className={classes.bubble}>
          <RenderedOffer
            offer={{
              ...interactive,
              body: { text: interactive.body.text || t('attachments:interactive.noBody') },
            }}
          />
        </div>
        <Box mt="md">
          <AttachmentSend
            conversationId={conversationId}
            label={t('attachments:interactive.send')}
            canSend={isComplete(draft)}
            isSubmit
            onSend={send}
          />
        </Box>
      </div>
    </form>
  );
}
