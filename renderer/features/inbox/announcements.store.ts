import { create } from 'zustand';
import type { Conversation, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import { previewText } from './thread/bubble/message-kind.ts';

/** The text that screen readers announce: the latest message, at most one every two seconds. */
export const useAnnouncement = create<{ text: string }>(() => ({ text: '' }));

const PAUSE_MS = 2_000;
const LONGEST = 140;

let waiting: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a customer's message. Of several within the pause, only the last is announced. */
export function announceMessage(contact: Conversation['contact'], message: ThreadMessage): void {
  const content = message.content || message.caption || message.filename || '';
  const text = previewText(message.type, content).slice(0, LONGEST);
  waiting = t('inbox:page.announcement', { name: contactTitle(contact), text });
  if (timer !== undefined) return;
  announce();
}

function announce(): void {
  if (waiting === null) {
    timer = undefined;
    return;
  }
  useAnnouncement.setState({ text: waiting });
  waiting = null;
  timer = setTimeout(announce, PAUSE_MS);
}
