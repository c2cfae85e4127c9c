import { nameOfFile } from '../../../shared/domain/media-limits.ts';
import { findMediaOfMessage, type MediaFiles, rememberUpload } from '../../features/media/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { GraphAccount } from '../../platform/graph/graph-client.ts';
import type { GraphAnswer } from '../../platform/graph/graph-http.ts';
import type { MediaTransfer } from '../../platform/media-transfer.ts';

/** The platform's id of the file that a message carries; null when it carries none of ours. */
type FileOfSend =
  | { kind: 'id'; id: string | null }
  | { kind: 'not'; answer: Exclude<GraphAnswer, { kind: 'ok' }> };

/** Ids of uploads live 30 days; a send that waits long asks for a new one in time. */
const ID_LIFE_MS = 29 * 24 * 60 * 60_000;

/**
 * Makes sure that the platform has the file of a message before the message goes: once, for the id is kept. A crash in
 * between uploads it again, which nobody notices. Ids belong to a number, so another number starts again.
 * @returns the platform's id of the file, or its answer when it did not take the file.
 */
export async function uploadForSend(
  ctx: Pick<Context, 'db' | 'scope' | 'clock'>,
  { transfer, files }: { transfer: MediaTransfer; files: MediaFiles },
  account: GraphAccount,
  messageId: Buffer,
): Promise<FileOfSend> {
  const row = await findMediaOfMessage(ctx, messageId);
  const { storageKey } = row ?? {};
  if (row?.direction !== 'outbound' || !storageKey) return { kind: 'id', id: null };
  const number = account.phoneNumberId;
  const { platformIdAt } = row;
  const isAlive = platformIdAt !== null && ctx.clock.now().getTime() - platformIdAt.getTime() < ID_LIFE_MS;
  if (row.platformId !== null && row.platformNumber === number && isAlive) {
    return { kind: 'id', id: row.platformId };
  }
  const uploaded = await transfer.upload(account, {
    filename: nameOfFile(row.filename, row.mimeType),
    mimeType: row.mimeType,
    size: Number(row.size),
    open: () => files.read(storageKey),
  });
  if (uploaded.kind === 'id') await rememberUpload(ctx, row.id, { platformId: uploaded.id, number });
  return uploaded;
}
