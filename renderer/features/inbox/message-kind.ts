import type { MessageType } from '../../../shared/contract/messages.contract.ts';

const LABELS: Readonly<Record<MessageType, string>> = {
  text: 'Text',
  image: 'Photo',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  sticker: 'Sticker',
  template: 'Template',
  location: 'Location',
  contacts: 'Contact card',
  button: 'Button reply',
  interactive: 'Chosen answer',
  order: 'Order',
  system: 'System message',
  unsupported: 'Unsupported message',
};

/** What a kind of message is called where its content cannot be shown. */
export function kindLabel(type: MessageType): string {
  return LABELS[type];
}

/** Kinds whose words are the message; those of the others only belong to it, as a caption does. */
const SPOKEN: readonly MessageType[] = ['text', 'button', 'interactive', 'system'];

/** A message in one line: its words, behind its kind where they are not all of it. */
export function previewText(type: MessageType, words: string): string {
  if (words === '') return kindLabel(type);
  return SPOKEN.includes(type) ? words : `${kindLabel(type)}: ${words}`;
}

/** The platform's own word for a message that we have no kind for. */
export function platformKind(type: MessageType, payload: Record<string, unknown> | null): string {
  if (type !== 'unsupported') return type;
  return typeof payload?.type === 'string' ? payload.type : 'unknown';
}
