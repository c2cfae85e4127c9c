import { cloudApiSet } from './cloud-api-commands.ts';
import type { Command } from './command.ts';
import { dbMigrate, dbStatus } from './db-commands.ts';
import { demoSeed } from './demo-commands.ts';
import { keyCreate, keyRevoke } from './key-commands.ts';
import { memberAdd } from './member-commands.ts';
import { tenantCreate } from './tenant-commands.ts';

/** Every command of the operator, in the order of the help page. */
export const COMMANDS: readonly Command[] = [
  tenantCreate,
  keyCreate,
  keyRevoke,
  memberAdd,
  cloudApiSet,
  dbMigrate,
  dbStatus,
  demoSeed,
];
