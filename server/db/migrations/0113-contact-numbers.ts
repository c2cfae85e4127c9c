import type { Database } from '../database.ts';
import type { Migration } from './migration.ts';

/** Makes contacts findable by a range of a custom field: its numbers as numbers, beside their text (decision 0329). */
export const contactNumbers: Migration = {
  name: '0113-contact-numbers',
  statements: [
    `ALTER TABLE contact_attributes
       ADD COLUMN number DOUBLE NULL,
       ADD KEY contact_attributes_number (tenant_id, field_key, number, contact_id)`,
  ],
  fill: fillNumbers,
};

const VALUES_PER_STEP = 5_000;
/** How JavaScript writes a number. A text that is none would be an error in the place of a number. */
const NUMBER = '^-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?$';

/** Writes the numbers of the existing values, field by field. Each step finds those without one by the new index. */
async function fillNumbers(database: Database): Promise<void> {
  const fields = await database.select<{ tenantId: Buffer; fieldKey: string }>(
    `SELECT tenant_id AS tenantId, field_key AS fieldKey FROM contact_fields WHERE type = 'number'`,
  );
  for (const field of fields) {
    let changed = 0;
    do {
      changed = await database.run(
        `UPDATE contact_attributes SET number = value
         WHERE tenant_id = :tenantId AND field_key = :fieldKey AND number IS NULL AND value REGEXP '${NUMBER}'
         LIMIT ${VALUES_PER_STEP}`,
        { ...field },
      );
    } while (changed === VALUES_PER_STEP);
  }
}
