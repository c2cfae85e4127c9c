import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { sendAttachment } from '../outbox/outbox.actions.ts';
import {
  type AttachmentFormProps,
  type AttachmentType,
  closeAttachment,
  keepUnsent,
  keyOf,
  useAttachments,
} from './attachments.store.ts';
import { CardForm } from './card-form.tsx';
import { LocationForm } from './location-form.tsx';
import { OfferForm } from './offer-form.tsx';

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
        conversationId={conversationId}
        unsent={unsent}
        onChange={(values) => keepUnsent(conversationId, type, values)}
        onSend={(attachment, sendAt) => {
          closeAttachment();
          keepUnsent(conversationId, type, null);
          sendAttachment(conversationId, attachment, sendAt);
        }}
      />
    </Modal>
  );
}
