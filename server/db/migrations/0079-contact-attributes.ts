import type { Database } from '../database.ts';
import type { Migration } from './migration.ts';

/** Makes contacts findable by their values in custom fields (decision 0290). */
export const contactAttributes: Migration = {
  name: '0079-contact-attributes',
  statements: [
    // Values as text, compared like email addresses: without case.
    `CREATE TABLE IF NOT EXISTS contact_attributes (
      tenant_id BINARY(16) NOT NULL,
      field_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      value VARCHAR(255) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, field_key, value, contact_id),
      KEY contact_attributes_contact (tenant_id, contact_id),
      CONSTRAINT attributes_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
  fill: fillAttributes,
};

const CONTACTS_PER_STEP = 1_000;

/** Writes the values of the existing contacts, in the order of their ids. */
async function fillAttributes(database: Database): Promise<void> {
  for (let after: Buffer | null = null; ; ) {
    const contacts: { id: Buffer; tenantId: Buffer; attributes: unknown }[] = await database.select(
      `SELECT id, tenant_id AS tenantId, attributes FROM contacts ${after ? 'WHERE id > :after' : ''}
       ORDER BY id LIMIT ${CONTACTS_PER_STEP}`,
      after ? { after } : {},
    );
    for (const { id, tenantId, attributes } of contacts) {
      const values = (typeof attributes === 'string' ? JSON.parse(attributes) : attributes) ?? {};
      for (const [key, value] of Object.entries(values as Record<string, unknown>)) {
        await database.run(
          `INSERT INTO contact_attributes (tenant_id, field_key, value, contact_id)
           VALUES (:tenantId, :key, :value, :id) ON DUPLICATE KEY UPDATE contact_id = contact_attributes.contact_id`,
          { tenantId, key, value: String(value), id },
        );
      }
    }
    const last = contacts.at(-1);
    if (!last || contacts.length < CONTACTS_PER_STEP) return;
    after = last.id;
  }
}
