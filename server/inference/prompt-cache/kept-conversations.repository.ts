import type { AssistMode } from '../../../shared/domain/assist/features.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { encodeId, tryDecodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import type { KeptConversation } from '../protocol.ts';

/**
 * Returns the conversations of which nothing may be kept any more: deleted ones, those of contacts who are left out, and all
 * of a workspace that has switched prepared replies off, for which they were read.
 */
export async function deletedOf(
  db: Database,
  kept: readonly KeptConversation[],
): Promise<KeptConversation[]> {
  const deleted: KeptConversation[] = [];
  for (const tenant of new Set(kept.map((one) => one.tenant))) {
    const ofTenant = kept.filter((one) => one.tenant === tenant);
    const tenantId = tryDecodeTenantId(tenant);
    const ids = ofTenant.flatMap(({ conversation }) => tryDecodeId('conversation', conversation) ?? []);
    const rows =
      tenantId && ids.length > 0 && !(await isSwitchedOff(db, tenantId))
        ? await db.select<{ id: Buffer }>(
            `SELECT v.id FROM conversations v
             JOIN contacts k ON k.tenant_id = v.tenant_id AND k.id = v.contact_id
             WHERE v.tenant_id = :tenantId AND v.id IN (:ids) AND NOT EXISTS (
               SELECT 1 FROM assist_exclusions e WHERE e.tenant_id = :tenantId AND e.contact_id = v.contact_id)`,
            { tenantId, ids },
          )
        : [];
    const there = new Set(rows.map(({ id }) => encodeId('conversation', id)));
    deleted.push(...ofTenant.filter(({ conversation }) => !there.has(conversation)));
  }
  return deleted;
}

/** Whether prepared replies were switched off. Where nobody has set them, nothing was read for them either. */
async function isSwitchedOff(db: Database, tenantId: Buffer): Promise<boolean> {
  const [row] = await db.select<{ modes: unknown }>(
    'SELECT modes FROM assist_settings WHERE tenant_id = :tenantId',
    { tenantId },
  );
  return row !== undefined && asJson<{ drafts?: AssistMode }>(row.modes).drafts === 'off';
}
