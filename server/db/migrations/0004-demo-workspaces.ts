import type { Migration } from './migration.ts';

/** The demo workspaces: a server with only demos still waits for its first real workspace. */
export const demoWorkspaces: Migration = {
  name: '0004-demo-workspaces',
  statements: [
    `CREATE TABLE IF NOT EXISTS demo_workspaces (
      id BINARY(16) NOT NULL PRIMARY KEY
    )`,
  ],
};
