import type { AnswerStart } from '../../../shared/contract/assist/assist.contract.ts';
import type { SendFromInbox, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { HoldSeconds } from '../../../shared/domain/message-status.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import { findMedia } from '../../features/media/index.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import {
  attachmentContent,
  contentFromInbox,
  type OutgoingContent,
  uploadedFileOf,
} from './outgoing-content.ts';

/**
 * A message that an agent sends. `prepare` runs in the transaction that stores it: it builds the message, or
 * throws when it cannot be sent.
 */
export interface InboxSend {
  clientId: string;
  /** The newest message that the agent has seen; null: none; undefined: not checked. */
  lastSeenId?: string | null | undefined;
  prepare(ctx: ChangeContext): Promise<{ content: OutgoingContent; mediaId?: Buffer; isMarketing?: boolean }>;
  /** The saved reply that it was written with. */
  savedReply?: { id: string; place?: number | undefined } | undefined;
  /** What the assistant had to do with its text. */
  assist?: AnswerStart | undefined;
  /** The message that it quotes. */
  replyTo?: string | undefined;
  /** When it is sent: at a chosen time, or after the seconds in which it can be undone. */
  sendAt?: string | undefined;
  hold?: boolean | HoldSeconds | undefined;
}

/** Sends an agent's message; see `sendFromInbox`. */
export type SendOfInbox = (ctx: Context, conversationId: Buffer, send: InboxSend) => Promise<ThreadMessage>;

/** Returns a plain reply: text, an uploaded file with optional text, or an attachment. */
export function replySend({ content, mediaId, voice, attachment, ...send }: SendFromInbox): InboxSend {
  return {
    ...send,
    prepare: async (ctx) => {
      const fileId = attachment ? uploadedFileOf(attachment) : (mediaId ?? null);
      const media = fileId === null ? null : await fileToSend(ctx, fileId);
      const built = attachment
        ? attachmentContent(attachment, media)
        : contentFromInbox(content ?? '', media, voice);
      return { content: built, ...(media ? { mediaId: media.id } : {}) };
    },
  };
}

/** Returns an uploaded file that is not part of a message yet. @throws {AppError} media_not_found; media_already_sent */
export async function fileToSend(ctx: QueryContext, id: string): Promise<MediaRow> {
  const row = await findMedia(ctx, decodeId(id));
  if (row?.direction !== 'outbound' || row.state !== 'ready') throw new AppError('media_not_found');
  if (row.messageId) throw new AppError('media_already_sent');
  return row;
}
