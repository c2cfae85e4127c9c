import type { Migration } from './migration.ts';

/** Workspaces that require a second factor of everyone. */
export const requiredTwoFactor: Migration = {
  name: '0036-required-two-factor',
  statements: ['ALTER TABLE tenants ADD COLUMN two_factor_required_at DATETIME(3) NULL'],
};
