import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { api } from '../../../../lib/api/api.ts';
import { serverOrigin } from '../../../../lib/api/server-address.ts';
import { contactTitle } from '../../../../lib/format/contact-title.ts';
import { t } from '../../../../lib/i18n.ts';
import { showErrorToast, showToast } from '../../../../lib/toast.ts';
import { saveQuote } from '../../composer/drafts.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { deletedText, previewText } from '../bubble/message-kind.ts';
import { upsertMessages } from '../store/threads.store.ts';

/** Returns a message as one short text. */
export function quoteText(message: ThreadMessage): string {
  if (message.revokedAt) return deletedText(message);
  const { type, content, caption, filename, templateName } = message;
  return previewText(type, content || caption || filename || templateName || '');
}

/** Returns what sent a message that no member wrote: a rule, the answer to a word such as STOP, the business app, or a program. */
export function programOf({ sentBy, rule }: ThreadMessage): string {
  if (sentBy === 'consent') return t('inbox:thread.consent');
  if (sentBy === 'business_app') return t('inbox:thread.businessApp');
  if (sentBy !== 'automation') return t('inbox:thread.api');
  return rule ? t('inbox:thread.rule', { name: rule.name }) : t('inbox:thread.automation');
}

/** Returns who wrote a message; null when the contact is not loaded. */
export function authorOf(message: ThreadMessage): string | null {
  const { conversationId, direction, author } = message;
  if (direction === 'outbound') return author?.name ?? programOf(message);
  const contact = useConversations.getState().byId[conversationId]?.contact;
  return contact ? contactTitle(contact) : null;
}

const QUOTED_MAX = 300;

/** Lets the reply quote a message, and puts the focus into the reply. */
export function replyTo(message: ThreadMessage): void {
  saveQuote(message.conversationId, {
    id: message.id,
    author: authorOf(message) ?? '',
    text: quoteText(message).slice(0, QUOTED_MAX),
  });
  // The strip makes the composer taller, which must not take the focus away again.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus());
}

/** Sets our reaction to a message; choosing the same emoji again removes it. It is shown at once. */
export async function reactTo(message: ThreadMessage, emoji: string): Promise<void> {
  const { id, conversationId, reactions } = message;
  const others = reactions.filter(({ direction }) => direction === 'inbound');
  const chosen = ourReaction(message) === emoji ? null : emoji;
  const own = chosen && { direction: 'outbound' as const, emoji: chosen, at: new Date().toISOString() };
  upsertMessages(conversationId, [{ ...message, reactions: own ? [...others, own] : others }]);
  try {
    upsertMessages(conversationId, [
      await api.conversations.react({ params: { id }, body: { emoji: chosen } }),
    ]);
  } catch (error) {
    upsertMessages(conversationId, [message]);
    showErrorToast(t('message-actions:react.failed'), error);
  }
}

/** Returns the emoji of our reaction to a message. */
export function ourReaction({ reactions }: ThreadMessage): string | null {
  return reactions.find(({ direction }) => direction === 'outbound')?.emoji ?? null;
}

/** Returns whether the platform has the message, so that it can be quoted and reacted to. */
export function isOnPlatform({ platformId, status, revokedAt }: ThreadMessage): boolean {
  return platformId !== null && status !== 'failed' && revokedAt === null;
}

/** Returns the text that a person can copy; an empty one when there is none. */
export function textOf({ content, caption, revokedAt }: ThreadMessage): string {
  return revokedAt ? '' : content || caption || '';
}

/** Copies a text, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('actions.copied'));
  } catch (error) {
    showErrorToast(t('message-actions:copyFailed'), error);
  }
}

/** Returns the address of a message in the dashboard, which colleagues can open. */
export function linkTo({ conversationId, id }: ThreadMessage): string {
  return `${serverOrigin()}/inbox/${conversationId}?message=${id}`;
}
