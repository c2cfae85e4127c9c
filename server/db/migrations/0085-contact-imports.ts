import type { Migration } from './migration.ts';

/** Adds files of contacts that are imported, row by row, with what became of each row and what is needed to undo it. */
export const contactImports: Migration = {
  name: '0085-contact-imports',
  statements: [
    `CREATE TABLE IF NOT EXISTS contact_imports (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      file_name VARCHAR(255) NOT NULL,
      format VARCHAR(4) CHARACTER SET ascii NOT NULL,
      encoding VARCHAR(16) CHARACTER SET ascii NULL,
      separator_name VARCHAR(4) NULL,
      state VARCHAR(10) CHARACTER SET ascii NOT NULL,
      columns_json JSON NOT NULL,
      mapping JSON NOT NULL,
      mode VARCHAR(9) CHARACTER SET ascii NOT NULL,
      row_count INT NOT NULL DEFAULT 0,
      done INT NOT NULL DEFAULT 0,
      counts JSON NOT NULL,
      created_by VARCHAR(254) NULL,
      created_at DATETIME(3) NOT NULL,
      finished_at DATETIME(3) NULL,
      KEY contact_imports_tenant (tenant_id, id),
      KEY contact_imports_age (created_at),
      CONSTRAINT contact_imports_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    // Rows go in steps, and before their import: no foreign key, which would delete them all in one transaction.
    `CREATE TABLE IF NOT EXISTS contact_import_rows (
      tenant_id BINARY(16) NOT NULL,
      import_id BINARY(16) NOT NULL,
      position INT NOT NULL,
      line INT NOT NULL,
      cells JSON NOT NULL,
      outcome VARCHAR(9) CHARACTER SET ascii NULL,
      problems JSON NULL,
      row_key BINARY(16) NULL,
      contact_id BINARY(16) NULL,
      undo_data JSON NULL,
      PRIMARY KEY (tenant_id, import_id, position),
      KEY contact_import_rows_key (tenant_id, import_id, row_key),
      KEY contact_import_rows_contact (tenant_id, contact_id),
      CONSTRAINT contact_import_rows_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
