import { kindOfFile } from '../../media/file-rules.ts';
import type { Platform } from '../../platform.ts';
import type { Account } from '../../state/model.ts';
import { GraphFault } from '../graph-fault.ts';
import type { ParsedSend } from './parse.ts';
import { invalid } from './shape.ts';

/**
 * Checks that a send by id names a file of this number, and one that its type can carry: a document carries any.
 * @throws {GraphFault} 131009 for an id that is not there (any more), 131053 for a file of another kind.
 */
export function checkMediaOfSend(platform: Platform, account: Account, { type, payload }: ParsedSend): void {
  const { id } = (payload ?? {}) as { id?: unknown };
  if (!['image', 'video', 'audio', 'document', 'sticker'].includes(type) || typeof id !== 'string') return;
  const item = platform.media.get(id);
  if (item?.phoneNumberId !== account.phoneNumberId) throw invalid(`Media with id ${id} does not exist.`);
  if (type !== 'document' && kindOfFile(item.mimeType) !== type) {
    throw new GraphFault(131053, { details: `A file of type ${item.mimeType} cannot be sent as ${type}.` });
  }
}
