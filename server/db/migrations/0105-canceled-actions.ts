import type { Migration } from './migration.ts';

/** Spells the state of stopped actions and imports as everything else is spelled. */
export const canceledActions: Migration = {
  name: '0105-canceled-actions',
  statements: [
    "UPDATE contact_actions SET state = 'canceled' WHERE state = 'cancelled'",
    "UPDATE contact_imports SET state = 'canceled' WHERE state = 'cancelled'",
  ],
};
