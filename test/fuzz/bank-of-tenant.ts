import type { Database } from '../../server/db/database.ts';
import { readCatalog } from '../../server/inference/models/catalog.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import type { Bank } from './bank.ts';

/** The members whose sessions the run uses: no request may remove them, also after they changed their names. */
export interface OwnMembers {
  readonly ownerId: Buffer;
  readonly staffId: Buffer;
}

/** Fills the bank with what a tenant has now, newest first, for requests to refer to. */
export async function fillBank(
  database: Database,
  tenantId: Buffer,
  own: OwnMembers,
  bank: Bank,
): Promise<void> {
  const rows = (sql: string, bindings: Readonly<Record<string, Buffer>> = {}) =>
    database.select<{ id: Buffer; phone: string | null }>(`${sql} ORDER BY id DESC LIMIT 10`, {
      tenantId,
      ...bindings,
    });
  const [
    contacts,
    conversations,
    messages,
    keys,
    members,
    invitations,
    parked,
    templates,
    media,
    modelKeys,
    endpoints,
    deliveries,
    prompts,
    labels,
    fields,
  ] = await Promise.all([
    rows('SELECT id, phone FROM contacts WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM conversations WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM messages WHERE tenant_id = :tenantId'),
    rows(
      `SELECT id, NULL AS phone FROM api_keys
       WHERE tenant_id = :tenantId AND revoked_at IS NULL AND name <> 'fuzz'`,
    ),
    rows(
      `SELECT id, NULL AS phone FROM users
       WHERE tenant_id = :tenantId AND id <> :ownerId AND id <> :staffId`,
      { ...own },
    ),
    rows("SELECT id, NULL AS phone FROM access_links WHERE tenant_id = :tenantId AND kind = 'invitation'"),
    rows('SELECT id, NULL AS phone FROM parked_items WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM templates WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM media WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM inference_keys WHERE tenant_id = :tenantId AND revoked_at IS NULL'),
    rows('SELECT id, NULL AS phone FROM webhook_endpoints WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM webhook_deliveries WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM prompt_log WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM labels WHERE tenant_id = :tenantId'),
    rows('SELECT id, NULL AS phone FROM contact_fields WHERE tenant_id = :tenantId AND removed_at IS NULL'),
  ]);
  bank.set(
    'label',
    labels.map(({ id }) => encodeId('label', id)),
  );
  bank.set(
    'field',
    fields.map(({ id }) => encodeId('contactField', id)),
  );
  bank.set(
    'contact',
    contacts.map(({ id }) => encodeId('contact', id)),
  );
  bank.set(
    'phone',
    contacts.flatMap(({ phone }) => phone ?? []),
  );
  bank.set(
    'conversation',
    conversations.map(({ id }) => encodeId('conversation', id)),
  );
  bank.set(
    'message',
    messages.map(({ id }) => encodeId('message', id)),
  );
  bank.set(
    'key',
    keys.map(({ id }) => encodeId('apiKey', id)),
  );
  bank.set(
    'member',
    members.map(({ id }) => encodeId('user', id)),
  );
  bank.set(
    'invitation',
    invitations.map(({ id }) => encodeId('invitation', id)),
  );
  bank.set(
    'parked',
    parked.map(({ id }) => encodeId('parkedItem', id)),
  );
  bank.set(
    'template',
    templates.map(({ id }) => encodeId('template', id)),
  );
  bank.set(
    'media',
    media.map(({ id }) => encodeId('media', id)),
  );
  bank.set(
    'modelkey',
    modelKeys.map(({ id }) => encodeId('inferenceKey', id)),
  );
  bank.set(
    'endpoint',
    endpoints.map(({ id }) => encodeId('webhookEndpoint', id)),
  );
  // The server's models are those of every tenant.
  bank.set(
    'model',
    readCatalog().map(({ id }) => id),
  );
  bank.set(
    'prompt',
    prompts.map(({ id }) => encodeId('promptLogEntry', id)),
  );
  bank.set(
    'delivery',
    deliveries.map(({ id }) => encodeId('webhookDelivery', id)),
  );
}
