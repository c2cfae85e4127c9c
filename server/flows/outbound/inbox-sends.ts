import type { SendFromInbox, ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import { MediaRepository } from '../../features/media/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { contentFromInbox, type OutgoingContent } from './outgoing-content.ts';

/** What an agent sends. `prepare` makes it, and says why it cannot be sent, inside the change that stores it. */
export interface InboxSend {
  clientId: string;
  prepare(scope: TenantScope, work: Work): Promise<{ content: OutgoingContent; mediaId?: Buffer }>;
}

export type SendOfInbox = (
  actor: UserActor,
  conversationId: Buffer,
  send: InboxSend,
) => Promise<ThreadMessage>;

/** A plain reply: words, or an uploaded file with words to it. */
export function replySend(database: Database, { content, mediaId, clientId }: SendFromInbox): InboxSend {
  return {
    clientId,
    prepare: async (scope, work) => {
      const media = mediaId === undefined ? null : await mediaToSend(database, scope, work, mediaId);
      return { content: contentFromInbox(content ?? '', media), ...(media ? { mediaId: media.id } : {}) };
    },
  };
}

/** An uploaded file that no message carries yet. */
async function mediaToSend(
  database: Database,
  scope: TenantScope,
  work: Work,
  id: string,
): Promise<MediaRow> {
  const row = await new MediaRepository(database, scope, work.tx).find(decodeId(id));
  if (row?.direction !== 'outbound' || row.state !== 'ready') throw new AppError('media_not_found');
  if (row.messageId) throw new AppError('media_already_sent');
  return row;
}
