import type { Migration } from './migration.ts';

/** Which workspaces are demos: a server that holds nothing else still waits for its first real one. */
export const demoWorkspaces: Migration = {
  name: '0004-demo-workspaces',
  statements: [
    `CREATE TABLE IF NOT EXISTS demo_workspaces (
      id BINARY(16) NOT NULL PRIMARY KEY
    )`,
  ],
};
