import { AppError } from '../../../shared/domain/errors.ts';
import { isId } from '../../../shared/domain/ids.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import {
  attachPlatformId,
  climbStatus,
  findMessage,
  findMessageByPlatformId,
  noteMessageError,
} from '../../features/messages/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId } from '../../kernel/ids.ts';
import { WINDOW_CLOSED_CODE } from '../../platform/graph/graph-errors.ts';
import type { StatusReport } from '../../platform/inbound/parse-inbound.ts';
import { settleReaction } from '../inbox/react.ts';
import { finishSend } from '../outbound/outbound-sends.repository.ts';
import { recordStatus } from '../thread-snapshot.ts';
import { parkedStatuses, parkStatus, removeParkedStatus } from './parked-statuses.repository.ts';

/** Returns the value sent with a message and returned in its statuses: our message id and the send round. */
export function opaqueOf(messageId: string, round: number): string {
  return round === 0 ? messageId : `${messageId}.${round}`;
}

/**
 * Applies a status report about one of our messages. A status never goes back. A report whose message is not
 * known yet is parked, and applied when the message gets its platform id.
 * @returns whether the message got its platform id from this report.
 */
export async function applyStatus(ctx: Context, report: StatusReport): Promise<boolean> {
  if (await settleReaction(ctx, report)) return false;
  /** A single query, which is cheaper than the transaction of applying it. */
  const isKnown = async () => (await messageOf(ctx, report)) !== null;
  // Our messages are sent with our id. Reports without one are usually about messages of another app.
  const isOurs = report.opaque !== null || (await isKnown());
  const outcome = isOurs ? await applyToMessage(ctx, report) : 'unknown';
  if (outcome !== 'unknown') return outcome === 'named';
  await parkStatus(ctx, report);
  // The message may have got its platform id while the report was being parked, so check again.
  if (await isKnown()) await applyParkedStatuses(ctx, report.platformId);
  return false;
}

/** Applies the reports that arrived before the message's platform id was stored. */
export async function applyParkedStatuses(ctx: Context, platformId: string): Promise<void> {
  for (const { id, report } of await parkedStatuses(ctx, platformId)) {
    if ((await applyToMessage(ctx, report)) === 'unknown') return;
    await removeParkedStatus(ctx, id);
  }
}

/** `named`: it gave the message its platform id. Known is also a message that is being deleted with its contact. */
type Applied = 'named' | 'known' | 'unknown';

async function applyToMessage(ctx: Context, report: StatusReport): Promise<Applied> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const message = await messageOf(ctx, report);
      if (message === 'superseded') return 'known';
      if (!message) return 'unknown';
      const isNamed = message.platformId === null;
      if (isNamed) await attachPlatformId(ctx, message.id, report.platformId);
      await finishSend(ctx, message.id);
      const applied = await applyOne(ctx, message, report);
      if (applied !== null) await recordStatus(ctx, message.id, applied);
      return isNamed ? 'named' : 'known';
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'message_not_found') return 'known';
    throw error;
  }
}

/** Finds a message by the platform's id, or by ours while the response with that id is not stored yet. */
async function messageOf(ctx: QueryContext, report: StatusReport): Promise<MessageRow | 'superseded' | null> {
  const known = await findMessageByPlatformId(ctx, report.platformId);
  if (known) return known;
  const [id, round = '0'] = report.opaque?.split('.') ?? [];
  if (id === undefined || !isId('message', id)) return null;
  const message = await findMessage(ctx, decodeId(id));
  if (message?.direction !== 'outbound') return null;
  // The report is outdated if it is about an earlier round, or about a duplicate sent after an unknown
  // outcome. The ids can also be equal, if a concurrent report or the response has attached the id since.
  const isCurrent = message.platformId === null || message.platformId === report.platformId;
  return isCurrent && String(message.sendRound) === round ? message : 'superseded';
}

/**
 * Applies a report to its message. Free text sent outside the 24-hour window stays `sent`: the platform's
 * re-engagement error is stored, and the warning returned with the send still applies.
 * @returns the status that was applied; null when the report changed nothing.
 */
async function applyOne(
  ctx: QueryContext,
  message: MessageRow,
  report: StatusReport,
): Promise<StatusReport['status'] | null> {
  const error = report.error ? JSON.stringify(report.error) : null;
  const warned = asJson<string[]>(message.warnings).includes('window_closed');
  if (report.status === 'failed' && warned && report.error?.code === WINDOW_CLOSED_CODE) {
    if (message.error !== null) return null;
    const climbed = await climbStatus(ctx, message.id, 'sent', report.at, null);
    const noted = await noteMessageError(ctx, message.id, error ?? 'null');
    return climbed ? 'sent' : noted ? 'failed' : null;
  }
  return (await climbStatus(ctx, message.id, report.status, report.at, error)) ? report.status : null;
}
