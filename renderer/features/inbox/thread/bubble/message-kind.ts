import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { MessageType } from '../../../../../shared/contract/messages.contract.ts';
import { formatPhone } from '../../../../lib/format/format-phone.ts';
import { t } from '../../../../lib/i18n.ts';
import { withoutMarks } from './text-marks.ts';

/** Returns the display name of a message type. */
export function kindLabel(type: MessageType): string {
  return t(`inbox:kinds.labels.${type}`);
}

/** Types whose text is the whole message. In other types, text is an addition such as a caption. */
const SPOKEN: readonly MessageType[] = ['text', 'button', 'interactive', 'system'];

/** Returns a message as one line: its text without marks, preceded by its type where the text is not the whole message. */
export function previewText(type: MessageType, marked: string): string {
  const text = withoutMarks(marked);
  if (text === '') return kindLabel(type);
  if (type === 'system') return callPreview(text) ?? text.replace(/\b\d{8,15}\b/g, formatPhone);
  // A template's name is one word; otherwise it is the text that the customer reads.
  const isSpoken = SPOKEN.includes(type) || (type === 'template' && /\s/.test(text));
  return isSpoken ? text : t('inbox:kinds.preview', { kind: kindLabel(type), text });
}

/** The server's words for calls, in the text of a call. Other system messages have the platform's own words. */
const CALLS = [
  [/^Call · (.*)$/, 'callAnswered'],
  [/^Missed call$/, 'callMissed'],
  [/^Call not answered$/, 'callNotAnswered'],
] as const;

function callPreview(text: string): string | null {
  for (const [form, name] of CALLS) {
    const found = form.exec(text);
    if (found) return t(`inbox:kinds.system.${name}`, { duration: found[1] });
  }
  return null;
}

/** Returns the platform's name for a message type that we do not support. */
export function platformKind(type: MessageType, payload: Record<string, unknown> | null): string {
  if (type !== 'unsupported') return type;
  return typeof payload?.type === 'string' ? payload.type : 'unknown';
}

/** Returns the placeholder text for a message that its author has deleted: the customer, or a colleague on the phone. */
export function deletedText({ direction }: Pick<ThreadMessage, 'direction'>): string {
  return t(direction === 'inbound' ? 'inbox:kinds.deleted.label' : 'inbox:kinds.deleted.own');
}
