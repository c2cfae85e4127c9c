import type { Migration } from './migration.ts';

/** Programs write notes, too: those have no author. */
export const notesOfPrograms: Migration = {
  name: '0063-notes-of-programs',
  statements: ['ALTER TABLE notes MODIFY author_id BINARY(16) NULL'],
};
