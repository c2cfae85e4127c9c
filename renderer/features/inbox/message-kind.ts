import type { MessageType } from '../../../shared/contract/messages.contract.ts';

const LABELS: Readonly<Record<MessageType, string>> = {
  text: 'Text',
  image: 'Photo',
  video: 'Video',
  audio: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  template: 'Template',
  location: 'Location',
  contacts: 'Contact card',
  button: 'Button reply',
  interactive: 'Choice from a list',
  order: 'Order',
  system: 'System message',
  unsupported: 'Unsupported message',
};

/** What a kind of message is called where its content cannot be shown. */
export function kindLabel(type: MessageType): string {
  return LABELS[type];
}

/** The platform's own word for a message that we have no kind for. */
export function platformKind(type: MessageType, payload: Record<string, unknown> | null): string {
  if (type !== 'unsupported') return type;
  return typeof payload?.type === 'string' ? payload.type : 'unknown';
}
