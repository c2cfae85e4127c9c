import type { Database } from '../database.ts';
import type { Migration } from './migration.ts';

/** Makes contacts findable by tag, email address and time of their last change (decision 0279). */
export const contactFilters: Migration = {
  name: '0070-contact-filters',
  statements: [
    `ALTER TABLE contacts
      ADD KEY contacts_email (tenant_id, email, id),
      ADD KEY contacts_updated (tenant_id, updated_at, id)`,
    `CREATE TABLE IF NOT EXISTS contact_tags (
      tenant_id BINARY(16) NOT NULL,
      tag VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      contact_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, tag, contact_id),
      KEY contact_tags_contact (tenant_id, contact_id),
      CONSTRAINT tags_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
  fill: fillTags,
};

const CONTACTS_PER_STEP = 1_000;

/** Writes the tags of the existing contacts, in the order of their ids. */
async function fillTags(database: Database): Promise<void> {
  for (let after: Buffer | null = null; ; ) {
    const contacts: { id: Buffer; tenantId: Buffer; tags: unknown }[] = await database.select(
      `SELECT id, tenant_id AS tenantId, tags FROM contacts ${after ? 'WHERE id > :after' : ''}
       ORDER BY id LIMIT ${CONTACTS_PER_STEP}`,
      after ? { after } : {},
    );
    for (const { id, tenantId, tags } of contacts) {
      for (const tag of new Set((typeof tags === 'string' ? JSON.parse(tags) : tags) as string[])) {
        await database.run(
          `INSERT INTO contact_tags (tenant_id, tag, contact_id) VALUES (:tenantId, :tag, :id)
           ON DUPLICATE KEY UPDATE contact_id = contact_tags.contact_id`,
          { tenantId, tag, id },
        );
      }
    }
    const last = contacts.at(-1);
    if (!last || contacts.length < CONTACTS_PER_STEP) return;
    after = last.id;
  }
}
