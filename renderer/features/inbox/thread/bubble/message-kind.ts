import type { MessageType } from '../../../../../shared/contract/messages.contract.ts';
import { t } from '../../../../lib/i18n.ts';

/** Returns the name of a kind of message. */
export function kindLabel(type: MessageType): string {
  return t(`inbox:kinds.labels.${type}`);
}

/** Kinds whose words are the message; those of the others only belong to it, as a caption does. */
const SPOKEN: readonly MessageType[] = ['text', 'button', 'interactive', 'system'];

/** A message in one line: its words, behind its kind where they are not all of it. */
export function previewText(type: MessageType, words: string): string {
  if (words === '') return kindLabel(type);
  return SPOKEN.includes(type) ? words : t('inbox:kinds.preview', { kind: kindLabel(type), text: words });
}

/** The platform's own word for a message that we have no kind for. */
export function platformKind(type: MessageType, payload: Record<string, unknown> | null): string {
  if (type !== 'unsupported') return type;
  return typeof payload?.type === 'string' ? payload.type : 'unknown';
}

/** Returns the text that stands in for a message that the customer has deleted. */
export function deletedText(): string {
  return t('inbox:kinds.deleted.label');
}
