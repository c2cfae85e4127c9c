import { isWindowOpen } from '../../../shared/domain/window.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import type { MessageNotice } from '../../../shared/ipc/shapes.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';

type Received = EventPayload<'message.received'>;

const LONGEST_TITLE = 120;
const LONGEST_BODY = 300;

/** Returns the notification of a customer's message. `kindLabel` describes messages without text. */
export function messageNotice(
  { message, conversation }: Received,
  now: Date,
  kindLabel: (type: Received['message']['type']) => string,
): MessageNotice {
  const text = [message.content, message.caption].find((part) => part !== null && part.trim() !== '');
  return {
    conversationId: conversation.id,
    messageId: message.id,
    title: shortened(contactTitle(conversation.contact), LONGEST_TITLE),
    body: shortened(text?.trim() ?? kindLabel(message.type), LONGEST_BODY),
    canReply: isWindowOpen(conversation.windowExpiresAt, now),
  };
}

/** Truncates a text by characters, so that no emoji is split. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
