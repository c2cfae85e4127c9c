import type { Migration } from './migration.ts';

/** The language that each person has chosen for the dashboard. */
export const userLanguages: Migration = {
  name: '0029-user-languages',
  statements: [
    // A BCP 47 tag, such as pt-BR; null until one is chosen.
    'ALTER TABLE users ADD COLUMN language VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL',
  ],
};
