import type { AddressCard } from '../../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { Attachment } from '../../../../../shared/contract/send-message.ts';
import { CARDS_MAX } from '../../../../../shared/domain/message-limits.ts';
import { loadFile } from '../../../../lib/desktop/save-file.ts';
import { attachmentOf, editAttachment } from '../../attachments/attachments.store.ts';
import { readDraft, saveDraft } from '../../composer/drafts.store.ts';
import { addressOfFile } from '../../media/media-addresses.ts';
import { fileName } from '../../media/media-text.ts';
import { addFiles } from '../../media/tray.actions.ts';
import { textOf } from './message-actions.ts';

/** Returns whether a message has something that another conversation can get: text, a stored file, or an attachment. */
export function isForwardable(message: ThreadMessage): boolean {
  if (message.revokedAt !== null) return false;
  return textOf(message) !== '' || message.media?.state === 'ready' || attachmentIn(message) !== null;
}

/**
 * Puts the text and the file of a message into the composer of another conversation, where the person can add to it
 * before it is sent. Of a location, cards, or buttons or a list, the form opens there.
 * @throws {DesktopError} when the file cannot be read.
 */
export async function forwardTo(conversationId: string, message: ThreadMessage): Promise<void> {
  const attachment = attachmentIn(message);
  if (attachment) return editAttachment(conversationId, attachment);
  const { media, type } = message;
  if (media?.state === 'ready' && isFile(type)) {
    const file = await loadFile(await addressOfFile(media.id));
    const name = fileName({ filename: message.filename ?? media.filename, mimeType: media.mimeType }, type);
    addFiles(conversationId, [new File([file], name, { type: media.mimeType })]);
  }
  const texts = [readDraft(conversationId), textOf(message)].filter((text) => text !== '');
  saveDraft(conversationId, texts.join('\n'));
}

/** Returns the attachment of a message, as it can be sent: one of ours, or a place or cards of the customer. */
function attachmentIn(message: ThreadMessage): Attachment | null {
  const ours = attachmentOf(message);
  if (ours) return ours;
  const { location, cards } = message.inbound ?? {};
  if (message.type === 'location' && location) {
    const { latitude, longitude, name, address } = location;
    return {
      type: 'location',
      location: { latitude, longitude, ...(name && { name }), ...(address && { address }) },
    };
  }
  if (message.type !== 'contacts' || !cards || cards.length === 0) return null;
  return { type: 'contacts', contacts: cards.slice(0, CARDS_MAX).map(cardToSend) };
}

function cardToSend({ name, organization, phones, emails, urls, addresses }: AddressCard) {
  const typed = (type: string | null) => (type ? { type } : {});
  return {
    name: { formatted_name: name },
    ...(organization && { org: { company: organization } }),
    phones: phones.map(({ phone, type, waId }) => ({ phone, ...typed(type), ...(waId && { wa_id: waId }) })),
    emails: emails.map(({ email, type }) => ({ email, ...typed(type) })),
    urls: urls.map(({ url, type }) => ({ url, ...typed(type) })),
    addresses: addresses.map(({ address, type }) => ({ street: address, ...typed(type) })),
  };
}

const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Returns whether a type of message carries a file. */
export function isFile(type: ThreadMessage['type']): type is (typeof FILES)[number] {
  return (FILES as readonly string[]).includes(type);
}
