import type { SentMessages } from '../../../shared/contract/assist/assist.contract.ts';
import { OF_OWN_TEXT } from '../../../shared/domain/assist/features.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import {
  addHistogram,
  bucketOf,
  type Histogram,
  percentileOf,
} from '../../../shared/domain/time/histogram.ts';
import type { Database } from '../../db/database.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** A text of a person, and the suggestion that it began as; `feature` is empty for own words. */
export interface SentText {
  messageId: Buffer;
  contactId: Buffer;
  feature: string;
  language: string;
  model: string;
  wasShown: boolean;
  /** Since when the customer had waited for it; null: nobody did, or its time was chosen. */
  waitingSince: Date | null;
}

const STATES = { waits: 0, sent: 1, followed: 2 } as const;
/** No bucket: nobody waited. */
const NONE = -1;
const CORRECTED_WITHIN_MS = DAY_MS;

/**
 * Returns since when the customer of a conversation waits for an answer; null when they do not. What waited in a closed one is
 * settled.
 */
export async function waitingSince(ctx: QueryContext, conversationId: Buffer): Promise<Date | null> {
  const [row] = await select<{ waitingSince: Date | null }>(
    ctx,
    `SELECT IF(status = 'closed', NULL, waiting_since) AS waitingSince FROM conversations
     WHERE tenant_id = :tenantId AND id = :conversationId`,
    { conversationId },
  );
  return row?.waitingSince ?? null;
}

/** Stores a text: one that will be sent at a time, or was sent just now. */
export async function addSentText(
  ctx: QueryContext,
  { wasShown, ...text }: SentText,
  { sentAt, isSent }: { sentAt: Date; isSent: boolean },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO assist_sent_texts (tenant_id, message_id, contact_id, feature, language, model, was_shown, waiting_since,
       state, sent_at)
     VALUES (:tenantId, :messageId, :contactId, :feature, :language, :model, :wasShown, :waitingSince, :state, :sentAt)`,
    { ...text, wasShown: wasShown ? 1 : 0, state: isSent ? STATES.sent : STATES.waits, sentAt },
  );
}

/**
 * Returns a text that waited for its time, with its words, and marks it as sent now; null when there is none. Another message
 * may have ended the wait meanwhile. One that is closed since then has been answered with this text.
 */
export async function startSentText(
  ctx: QueryContext & Pick<Context, 'clock'>,
  messageId: Buffer,
): Promise<(SentText & { text: string }) | null> {
  const [row] = await select<Omit<SentText, 'wasShown'> & { wasShown: number; text: string | null }>(
    ctx,
    `SELECT t.message_id AS messageId, t.contact_id AS contactId, t.feature, t.language, t.model,
       t.was_shown AS wasShown, IF(c.waiting_since = t.waiting_since, t.waiting_since, NULL) AS waitingSince, m.content AS text
     FROM assist_sent_texts t JOIN messages m ON m.tenant_id = t.tenant_id AND m.id = t.message_id
     JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
     WHERE t.tenant_id = :tenantId AND t.message_id = :messageId AND t.state = ${STATES.waits} FOR UPDATE`,
    { messageId },
  );
  if (!row) return null;
  await run(
    ctx,
    `UPDATE assist_sent_texts SET state = ${STATES.sent}, sent_at = :now
     WHERE tenant_id = :tenantId AND message_id = :messageId`,
    { messageId, now: ctx.clock.now() },
  );
  return { ...row, wasShown: row.wasShown === 1, text: row.text ?? '' };
}

/** Counts a text that was sent now. */
export async function countSentText(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { feature, wasShown, waitingSince }: Pick<SentText, 'feature' | 'wasShown' | 'waitingSince'>,
): Promise<void> {
  const now = ctx.clock.now();
  const waited = waitingSince && Math.max(0, (now.getTime() - waitingSince.getTime()) / 1_000);
  await run(
    ctx,
    `INSERT INTO assist_answers (tenant_id, day, was_shown, began, bucket, count)
     VALUES (:tenantId, :day, :wasShown, :began, :bucket, 1)
     ON DUPLICATE KEY UPDATE count = LEAST(count + 1, 4000000000)`,
    {
      day: now.toISOString().slice(0, 10),
      wasShown: wasShown ? 1 : 0,
      began: feature === '' || OF_OWN_TEXT.has(feature) ? 0 : 1,
      bucket: waited === null ? NONE : bucketOf(waited),
    },
  );
}

/** The part of a stored text that a correction is counted by. */
type Corrected = Pick<SentText, 'messageId' | 'feature' | 'language' | 'model'>;

/** Returns the text before a message of a person to the same contact, which is then followed; null for none in a day. */
export async function takeTextBefore(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { contactId, messageId }: Pick<SentText, 'contactId' | 'messageId'>,
): Promise<Corrected | null> {
  const since = new Date(ctx.clock.now().getTime() - CORRECTED_WITHIN_MS);
  const found = await select<Corrected>(
    ctx,
    `SELECT message_id AS messageId, feature, language, model FROM assist_sent_texts
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND state = ${STATES.sent} AND message_id <> :messageId
       AND sent_at > :since ORDER BY sent_at DESC LIMIT 1`,
    { contactId, messageId, since },
  );
  if (found.length > 0)
    await run(
      ctx,
      `UPDATE assist_sent_texts SET state = ${STATES.followed}
       WHERE tenant_id = :tenantId AND contact_id = :contactId AND state = ${STATES.sent} AND message_id <> :messageId`,
      { contactId, messageId },
    );
  return found[0] ?? null;
}

/** Removes a text that was sent within a day, also one that was followed, and returns it; null when there is none. */
export async function removeSentText(
  ctx: QueryContext & Pick<Context, 'clock'>,
  messageId: Buffer,
): Promise<Corrected | null> {
  const since = new Date(ctx.clock.now().getTime() - CORRECTED_WITHIN_MS);
  const [row] = await select<Corrected>(
    ctx,
    `SELECT message_id AS messageId, feature, language, model FROM assist_sent_texts
     WHERE tenant_id = :tenantId AND message_id = :messageId AND state <> ${STATES.waits} AND sent_at > :since FOR UPDATE`,
    { messageId, since },
  );
  if (!row) return null;
  await run(ctx, 'DELETE FROM assist_sent_texts WHERE tenant_id = :tenantId AND message_id = :messageId', {
    messageId,
  });
  return row;
}

/** Returns how many texts people have sent in the last days, how many began as a suggestion, and how long answers took. */
export async function readSentMessages(ctx: Context, days: number): Promise<SentMessages> {
  const since = new Date(ctx.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const rows = await select<{ wasShown: number; began: number; bucket: number; count: number | string }>(
    ctx,
    `SELECT was_shown AS wasShown, began, bucket, SUM(count) AS count FROM assist_answers
     WHERE tenant_id = :tenantId AND day > :since GROUP BY was_shown, began, bucket`,
    { since },
  );
  const total = (of: typeof rows) => of.reduce((sum, { count }) => sum + Number(count), 0);
  const answers = (shown: number) => {
    const its = rows.filter(({ wasShown, bucket }) => wasShown === shown && bucket !== NONE);
    const histogram: Histogram = {};
    for (const { bucket, count } of its) addHistogram(histogram, { [bucket]: Number(count) });
    return { count: total(its), medianSeconds: percentileOf(histogram, 0.5) };
  };
  return {
    sent: total(rows),
    began: total(rows.filter(({ began }) => began === 1)),
    answers: { shown: answers(1), notShown: answers(0) },
  };
}

/** Returns the steps that delete what was kept for a correction after two days, and the counts after 400. */
export function sentTextRetention(db: Database): HousekeepingStep[] {
  const step = (name: string, statement: string): HousekeepingStep => ({
    name,
    sweep: () => inBatches(() => db.run(`/* system: housekeeping */ ${statement} LIMIT ${BATCH_ROWS}`)),
  });
  return [
    step(
      'assist_sent_texts',
      'DELETE FROM assist_sent_texts WHERE sent_at < UTC_TIMESTAMP(3) - INTERVAL 2 DAY',
    ),
    step('assist_answers', 'DELETE FROM assist_answers WHERE day < UTC_DATE() - INTERVAL 400 DAY'),
  ];
}
