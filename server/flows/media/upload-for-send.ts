import { nameOfFile } from '../../../shared/domain/media-limits.ts';
import { findMediaOfMessage, type MediaFiles, rememberUpload } from '../../features/media/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { GraphAccount } from '../../platform/graph/graph-client.ts';
import type { MediaTransfer, NotUploaded } from '../../platform/media-transfer.ts';

/** The platform's id of a message's file, null when the message has no file of ours; or why the upload failed. */
type FileOfSend = { kind: 'id'; id: string | null } | NotUploaded;

/** Upload ids are valid for 30 days; a send that has waited this long uploads again. */
const ID_LIFE_MS = 29 * 24 * 60 * 60_000;

/**
 * Uploads the file of a message to the platform before the message is sent, once, and stores the id. After a
 * crash in between it is uploaded again, which is harmless. Ids belong to a number, so another number needs a
 * new upload.
 * @returns the platform's id of the file, or why it has none.
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
