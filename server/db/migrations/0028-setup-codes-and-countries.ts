import type { Migration } from './migration.ts';

/** Setup codes, for creating the first workspace from another machine, and each workspace's country. */
export const setupCodesAndCountries: Migration = {
  name: '0028-setup-codes-and-countries',
  statements: [
    `CREATE TABLE IF NOT EXISTS setup_codes (
      code_hash BINARY(32) NOT NULL PRIMARY KEY,
      created_at DATETIME(3) NOT NULL
    )`,
    // Two letters of ISO 3166-1; null until one is chosen.
    `ALTER TABLE tenants
       ADD COLUMN default_country CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL`,
  ],
};
