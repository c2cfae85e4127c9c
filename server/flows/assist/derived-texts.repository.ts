import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { asJson, jsonText } from '../../db/define-model.ts';
import { lockedModeOf } from '../../features/assist/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { findRow, findRows, Op, run, select } from '../../kernel/tenancy/rows.ts';

/**
 * Texts that the model has made from messages: translations, summaries, and what it noticed in answers. They can be made again at any time, so they are
 * kept for a few days, and deleted with the contact.
 */

const KEPT_DAYS = 3;

/** The feature that a kind of text belongs to. */
const FEATURE_OF = { translation: 'translate', catch_up: 'catchUp', review: 'review' } as const;

/** Which text it is. `basis` is what it was made from: with another basis it is out of date. */
export interface DerivedKey {
  kind: keyof typeof FEATURE_OF;
  subjectId: Buffer;
  language: string;
  basis: string;
}

/** Returns a text that was made before from the same basis; null when there is none. Locked on request. */
export async function findDerived<Value>(
  ctx: QueryContext,
  { kind, subjectId, language, basis }: DerivedKey,
  isLocked = false,
): Promise<{ value: Value; model: string } | null> {
  const [row] = await select<{ value: unknown; model: string }>(
    ctx,
    `SELECT value, model FROM assist_texts WHERE tenant_id = :tenantId AND kind = :kind AND subject_id = :subjectId
       AND language = :language AND basis = :basis ${isLocked ? 'FOR UPDATE' : ''}`,
    { kind, subjectId, language, basis: digest(basis) },
  );
  return row ? { value: asJson<Value>(row.value), model: row.model } : null;
}

/** Changes what is kept of a text, as long as it is made from the same basis. */
export async function replaceDerived(
  ctx: QueryContext,
  { kind, subjectId, language, basis }: DerivedKey,
  value: unknown,
): Promise<void> {
  await run(
    ctx,
    `UPDATE assist_texts SET value = :value WHERE tenant_id = :tenantId AND kind = :kind AND subject_id = :subjectId
       AND language = :language AND basis = :basis`,
    { kind, subjectId, language, basis: digest(basis), value: jsonText(value) },
  );
}

/**
 * Stores a text in the place of an older one. While the model wrote it, a message that it was made from may have been
 * deleted, the contact left out of the assistant or the feature switched off: then it stores nothing. These changes lock
 * what is locked here before they delete texts, so none can come after them.
 */
export function storeDerived(
  ctx: Context,
  { kind, subjectId, language, basis }: DerivedKey,
  {
    contactId,
    messageIds,
    value,
    model,
    isOnlyNew = false,
    onStored,
  }: {
    contactId: Buffer;
    messageIds: readonly Buffer[];
    value: unknown;
    model: string;
    /** Leaves a text that is there already. */
    isOnlyNew?: boolean;
    /** Belongs to the same transaction, if the text is stored. */
    onStored?(ctx: Context): Promise<void>;
  },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if ((await lockedModeOf(ctx, FEATURE_OF[kind])) === 'off') return;
    const isLocked = true;
    const columns = ['id'] as const;
    const contact = await findRow(ctx, 'contact', { columns, where: { id: contactId }, isLocked });
    const where = { id: { [Op.in]: [...messageIds] }, contactId, revokedAt: null };
    const there = await findRows(ctx, 'message', { columns, where, isLocked });
    if (!contact || there.length < messageIds.length) return;
    const key = { kind, subjectId, language, basis };
    if (isOnlyNew && (await findDerived(ctx, key, isLocked))) return;
    const stored = await run(
      ctx,
      `INSERT INTO assist_texts (tenant_id, kind, subject_id, language, contact_id, basis, value, model, created_at)
       SELECT c.tenant_id, :kind, :subjectId, :language, c.id, :basis, :value, :model, :now FROM contacts c
       WHERE c.tenant_id = :tenantId AND c.id = :contactId AND NOT EXISTS (
         SELECT 1 FROM assist_exclusions x WHERE x.tenant_id = :tenantId AND x.contact_id = :contactId)
       ON DUPLICATE KEY UPDATE contact_id = :contactId, basis = :basis, value = :value, model = :model, created_at = :now`,
      {
        ...{ kind, subjectId, language, contactId, basis: digest(basis), value: jsonText(value) },
        ...{ model: model.slice(0, 100), now: ctx.clock.now() },
      },
    );
    if (stored > 0) await onStored?.(ctx);
  });
}

/** Removes texts after some days. */
export function derivedTextRetention(db: Database): HousekeepingStep {
  return {
    name: 'assist_texts',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM assist_texts
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}

function digest(basis: string): Buffer {
  return createHash('sha256').update(basis).digest().subarray(0, 16);
}
