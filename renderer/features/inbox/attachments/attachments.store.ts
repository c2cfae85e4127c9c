import { create } from 'zustand';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { onLeave } from '../../../lib/on-leave.ts';

export type AttachmentType = Attachment['type'];

/** What each form of an attachment gets. Its values stay here when it is closed. */
export interface AttachmentFormProps {
  conversationId: string;
  /** What was typed before, or an attachment that was not sent; null: nothing. */
  unsent: object | null;
  onChange(values: object): void;
  /** `sendAt`: when it is sent, if not now. */
  onSend(attachment: Attachment, sendAt?: Date): void;
}

interface AttachmentsState {
  /** The form that is open, and in which conversation. */
  open: { conversationId: string; type: AttachmentType } | null;
  /** What was typed and not sent, by conversation and type. */
  unsent: Readonly<Record<string, object>>;
}

/** The forms of attachments. What is typed stays until it is sent, or the page is closed. */
export const useAttachments = create<AttachmentsState>(() => ({ open: null, unsent: {} }));

onLeave(() => useAttachments.setState({ open: null, unsent: {} }));

/** Opens the form of an attachment, with what was typed before. */
export function openAttachment(conversationId: string, type: AttachmentType): void {
  useAttachments.setState({ open: { conversationId, type } });
}

/** Opens an attachment that was not sent, so that it can be changed. */
export function editAttachment(conversationId: string, attachment: Attachment): void {
  const key = keyOf(conversationId, attachment.type);
  useAttachments.setState(({ unsent }) => ({
    open: { conversationId, type: attachment.type },
    unsent: { ...unsent, [key]: attachment },
  }));
}

export function closeAttachment(): void {
  useAttachments.setState({ open: null });
}

/** Keeps what was typed in a form; null removes it. */
export function keepUnsent(conversationId: string, type: AttachmentType, values: object | null): void {
  const key = keyOf(conversationId, type);
  useAttachments.setState(({ unsent: { [key]: _, ...others } }) => ({
    unsent: values ? { ...others, [key]: values } : others,
  }));
}

export function keyOf(conversationId: string, type: AttachmentType): string {
  return `${conversationId} ${type}`;
}

/** Returns the words that describe an attachment: its text, the name of the place, or the names of the people. */
export function describeAttachment(attachment: Attachment): string {
  switch (attachment.type) {
    case 'interactive':
      return attachment.interactive.body.text;
    case 'location':
      return attachment.location.name ?? attachment.location.address ?? '';
    case 'contacts':
      return attachment.contacts.map(({ name }) => name.formatted_name).join(', ');
  }
}

const TYPES: readonly string[] = ['interactive', 'location', 'contacts'] satisfies AttachmentType[];

/** Returns what a message of ours was sent with; null when it is text, a file or a template. */
export function attachmentOf({ direction, type, payload }: ThreadMessage): Attachment | null {
  if (direction !== 'outbound' || !TYPES.includes(type) || !payload?.[type]) return null;
  // The server has stored it as it was sent.
  return { type, [type]: payload[type] } as unknown as Attachment;
}
