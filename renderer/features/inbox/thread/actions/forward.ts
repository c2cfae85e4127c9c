import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { loadFile } from '../../../../lib/desktop/save-file.ts';
import { readDraft, saveDraft } from '../../composer/drafts.store.ts';
import { addressOfFile } from '../../media/media-addresses.ts';
import { fileName } from '../../media/media-text.ts';
import { addFiles } from '../../media/tray.actions.ts';
import { textOf } from './message-actions.ts';

/** Returns whether a message has something that another conversation can get: text, or a stored file. */
export function isForwardable(message: ThreadMessage): boolean {
  return message.revokedAt === null && (textOf(message) !== '' || message.media?.state === 'ready');
}

/**
 * Puts the text and the file of a message into the composer of another conversation, where the person can add to it
 * before it is sent.
 * @throws {DesktopError} when the file cannot be read.
 */
export async function forwardTo(conversationId: string, message: ThreadMessage): Promise<void> {
  const { media, type } = message;
  if (media?.state === 'ready' && isFile(type)) {
    const file = await loadFile(await addressOfFile(media.id));
    const name = fileName({ filename: message.filename ?? media.filename, mimeType: media.mimeType }, type);
    addFiles(conversationId, [new File([file], name, { type: media.mimeType })]);
  }
  const texts = [readDraft(conversationId), textOf(message)].filter((text) => text !== '');
  saveDraft(conversationId, texts.join('\n'));
}

const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Returns whether a type of message carries a file. */
export function isFile(type: ThreadMessage['type']): type is (typeof FILES)[number] {
  return (FILES as readonly string[]).includes(type);
}
