import type { AssistFeature } from '../../../shared/domain/assist/features.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/**
 * Deletes what was learned from a contact and written about its messages, and makes every server forget it. Labels and past
 * answers are learned from messages without an example, so any message of the contact counts. Call it before the messages
 * are deleted.
 */
export async function forgetContact(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM reply_examples WHERE tenant_id = :tenantId AND contact_id = :contactId', {
    contactId,
  });
  await run(ctx, 'DELETE FROM assist_sent_texts WHERE tenant_id = :tenantId AND contact_id = :contactId', {
    contactId,
  });
  await forgetTexts(ctx, contactId);
  await run(
    ctx,
    `UPDATE conversations SET urgent_word = NULL, asked_count = 0, asked_at = NULL, is_only_thanks = 0, language = NULL
     WHERE tenant_id = :tenantId AND contact_id = :contactId`,
    { contactId },
  );
  await run(
    ctx,
    `DELETE p FROM reply_proposals p
     JOIN reply_proposal_sources s ON s.tenant_id = p.tenant_id AND s.proposal_id = p.id
     WHERE p.tenant_id = :tenantId AND s.contact_id = :contactId AND p.state = 0`,
    { contactId },
  );
  const [message] = await select<{ id: Buffer }>(
    ctx,
    'SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT 1',
    { contactId },
  );
  if (message) await expireLearned(ctx);
}

/**
 * Deletes what was learned from a message that its author has deleted, and what was written about its conversation, and
 * makes every server forget it.
 */
export async function forgetMessage(
  ctx: QueryContext,
  { id, contactId }: { id: Buffer; contactId: Buffer },
): Promise<void> {
  await run(
    ctx,
    `DELETE FROM reply_examples
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND (message_id = :id OR answer_id = :id)`,
    { id, contactId },
  );
  await forgetTexts(ctx, contactId);
  await run(
    ctx,
    `DELETE p FROM reply_proposals p
     JOIN reply_proposal_sources s ON s.tenant_id = p.tenant_id AND s.proposal_id = p.id
     WHERE p.tenant_id = :tenantId AND s.contact_id = :contactId AND (s.question_id = :id OR s.answer_id = :id)
       AND p.state = 0`,
    { id, contactId },
  );
  await expireLearned(ctx);
}

/** Deletes what a feature has written about messages and is kept for people who open them: nobody will be shown it. */
export async function forgetFeature(ctx: QueryContext, feature: AssistFeature): Promise<void> {
  if (feature === 'drafts') {
    await run(ctx, 'DELETE FROM assist_drafts WHERE tenant_id = :tenantId');
    await run(ctx, 'DELETE FROM draft_replays WHERE tenant_id = :tenantId');
  }
  const kind = KINDS[feature];
  if (kind === undefined) return;
  await run(ctx, 'DELETE FROM assist_texts WHERE tenant_id = :tenantId AND kind = :kind', { kind });
}

/** The kinds of texts that are kept for some days, by their feature. */
const KINDS: Partial<Record<AssistFeature, string>> = {
  translate: 'translation',
  catchUp: 'catch_up',
  review: 'review',
};

async function forgetTexts(ctx: QueryContext, contactId: Buffer): Promise<void> {
  for (const table of ['assist_drafts', 'assist_texts', 'draft_replay_cases'] as const) {
    await run(ctx, `DELETE FROM ${table} WHERE tenant_id = :tenantId AND contact_id = :contactId`, {
      contactId,
    });
  }
}

/** Changes the stamp of the workspace: what servers have in memory is no longer used. */
async function expireLearned(ctx: QueryContext): Promise<void> {
  await run(
    ctx,
    `INSERT INTO retrieval_versions (tenant_id, version) VALUES (:tenantId, 1)
     ON DUPLICATE KEY UPDATE version = version + 1`,
  );
}
