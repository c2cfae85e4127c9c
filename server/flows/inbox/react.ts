import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import { ContactDirectory, ContactsRepository } from '../../features/contacts/index.ts';
import {
  findMessage,
  lockMessage,
  messageView,
  presentMessage,
  readReactions,
  type StoredReaction,
  withoutRefused,
  withReaction,
} from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/jobs/queue.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { GraphClient } from '../../platform/graph/graph-client.ts';
import { reaction } from '../../platform/outbound/index.ts';
import { snapshotOf } from '../thread-snapshot.ts';

const KIND = 'send-reaction';
const MARK = 'reaction';

interface Deps {
  database: Database;
  inUnitOfWork: UnitOfWork;
}

/**
 * Our reaction to a message: it shows at once, and a job hands it to the platform, with retries. A message
 * that the platform does not have, or could not deliver, cannot be reacted to.
 */
export function createReact(
  deps: Pick<Deps, 'database'> & { isConnected(scope: TenantScope): Promise<boolean>; wakeJobs(): void },
) {
  const { database } = deps;
  return async (ctx: Context, messageId: Buffer, emoji: string | null): Promise<void> => {
    const { scope } = ctx;
    await inTransaction(ctx, async (work) => {
      const message = await lockMessage(work, messageId);
      if (!message) throw new AppError('message_not_found');
      if (!(await deps.isConnected(scope))) throw new AppError('channel_not_connected');
      if (message.platformId === null || message.status === 'failed') throw new AppError('message_not_sent');
      const known = readReactions(message.reactions);
      const reactions = withReaction(known, { direction: 'outbound', emoji, at: momentAfter(known) });
      if (reactions) await updateRow(work, 'message', messageId, { reactions: JSON.stringify(reactions) });
      const view = await messageView(work, messageId);
      if (view) work.answers(presentMessage(view));
      if (!reactions) return;
      await enqueueJob(database, scope, work.tx, KIND, { messageId: messageId.toString('hex') });
      work.record('message.reacted', await snapshotOf(database, scope, work.tx, messageId));
    });
    deps.wakeJobs();
  };
}

/** Now, or just after our last reaction if another server's clock runs ahead of this one's. */
function momentAfter(known: readonly StoredReaction[]): string {
  const last = known.find((one) => one.direction === 'outbound');
  return new Date(Math.max(Date.now(), last ? Date.parse(last.at) + 1 : 0)).toISOString();
}

/** Hands over our reaction as it stands when the job runs; what changes meanwhile is handed over after it. */
export function sendReactionJob(
  deps: Deps & { graph: GraphClient; settings: CloudApiSettingsService },
): JobHandler {
  const { database } = deps;
  return {
    kind: KIND,
    run: async (scope, payload) => {
      const messageId = Buffer.from(payload.messageId ?? '', 'hex');
      let handedOver: string | null = null;
      for (;;) {
        const message = await findMessage({ db: database, scope }, messageId);
        const ours = readReactions(message?.reactions ?? null).find((one) => one.direction === 'outbound');
        if (!message?.platformId || !ours || ours.at === handedOver) return;
        const account = await deps.settings.credentials(scope);
        if (!account) throw new Error('no account is connected');
        const contact = await new ContactsRepository(database, scope).find(message.contactId);
        const to = contact && (await new ContactDirectory(database, scope).sendableForm(contact));
        if (!to) return refuse(deps, scope, messageId, ours.at);
        const outcome = await deps.graph.send(account, {
          to,
          content: reaction(message.platformId, ours.emoji),
          replyTo: null,
          opaque: `${MARK}:${encodeId('message', messageId)}:${ours.at}`,
        });
        if (outcome.kind === 'refused') return refuse(deps, scope, messageId, ours.at);
        if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
        handedOver = ours.at;
      }
    },
  };
}

/**
 * What the platform reports of a reaction that we sent: a refusal takes it off its message again. Answers
 * whether the report was of a reaction at all.
 */
export async function settleReaction(
  deps: Deps,
  scope: TenantScope,
  report: { opaque: string | null; status: string },
): Promise<boolean> {
  const [mark, id = '', ...at] = report.opaque?.split(':') ?? [];
  if (mark !== MARK) return false;
  const messageId = tryDecodeId('message', id);
  if (messageId && report.status === 'failed') await refuse(deps, scope, messageId, at.join(':'));
  return true;
}

async function refuse(
  { database, inUnitOfWork }: Deps,
  scope: TenantScope,
  messageId: Buffer,
  at: string,
): Promise<void> {
  await inUnitOfWork(scope, async (work) => {
    const ctx = { db: database, scope, tx: work.tx };
    const message = await lockMessage(ctx, messageId);
    const reactions = message && withoutRefused(readReactions(message.reactions), at);
    if (!reactions) return;
    await updateRow(ctx, 'message', messageId, { reactions: JSON.stringify(reactions) });
    work.record('message.reacted', await snapshotOf(database, scope, work.tx, messageId));
  });
}
