import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { t } from '../../../lib/i18n.ts';
import { sendAttachment } from '../outbox/outbox.actions.ts';
import {
  type AttachmentType,
  closeAttachment,
  keepUnsent,
  keyOf,
  useAttachments,
} from './attachments.store.ts';
import { CardForm } from './card-form.tsx';
import { LocationForm } from './location-form.tsx';
import { OfferForm } from './offer-form.tsx';

/** What each form of an attachment gets. Its values stay here when it is closed. */
export interface AttachmentFormProps {
  /** What was typed before, or an attachment that was not sent; null: nothing. */
  unsent: object | null;
  onChange(values: object): void;
  onSend(attachment: Attachment): void;
}

const FORMS: Readonly<Record<AttachmentType, (props: AttachmentFormProps) => ReactNode>> = {
  location: LocationForm,
  contacts: CardForm,
  interactive: OfferForm,
};
const WIDTHS: Readonly<Record<AttachmentType, number>> = { location: 440, contacts: 460, interactive: 860 };

/** The form of the attachment that is open in a conversation. */
export function AttachmentDialog({ conversationId }: { conversationId: string }) {
  const type = useAttachments(({ open }) => open?.type ?? null);
  const isNarrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, {
    getInitialValueInEffect: false,
  });
  if (type === null) return null;
  const Form = FORMS[type];
  const unsent = useAttachments.getState().unsent[keyOf(conversationId, type)] ?? null;
  return (
    <Modal
      opened
      onClose={closeAttachment}
      title={t(`attachments:${type}.title`)}
      size={WIDTHS[type]}
      fullScreen={isNarrow}
      transitionProps={{ duration: 0 }}
    >
      <Form
        unsent={unsent}
        onChange={(values) => keepUnsent(conversationId, type, values)}
        onSend={(attachment) => {
          closeAttachment();
          keepUnsent(conversationId, type, null);
          sendAttachment(conversationId, attachment);
        }}
      />
    </Modal>
  );
}
