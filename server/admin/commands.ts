import { backup, restore } from './backup-commands.ts';
import { cloudApiSet } from './cloud-api-commands.ts';
import type { Command } from './command.ts';
import { dbMigrate, dbStatus } from './db-commands.ts';
import { demoSeed } from './demo-commands.ts';
import { eventsShow, eventsSkip } from './event-commands.ts';
import { inferenceKeyCreate, inferenceKeyList, inferenceKeyRevoke } from './inference-key-commands.ts';
import { insightsRebuild } from './insight-commands.ts';
import { jobsList, jobsRetry } from './job-commands.ts';
import { keyCreate, keyList, keyRevoke } from './key-commands.ts';
import { mailTest } from './mail-commands.ts';
import { memberAdd, memberInvite, memberResetLink, memberResetTwoFactor } from './member-commands.ts';
import { parkedList, parkedRetry, parkedShow } from './parked-commands.ts';
import { secretKeyAdopt, secretKeyRotate } from './secret-key-commands.ts';
import { tenantCreate, tenantList, tenantSet } from './tenant-commands.ts';
import { webhookCreate } from './webhook-commands.ts';

/** All commands for the operator, in the order of the help page. */
export const COMMANDS: readonly Command[] = [
  tenantCreate,
  tenantList,
  tenantSet,
  keyCreate,
  keyList,
  keyRevoke,
  inferenceKeyCreate,
  inferenceKeyList,
  inferenceKeyRevoke,
  memberAdd,
  memberInvite,
  memberResetLink,
  memberResetTwoFactor,
  cloudApiSet,
  secretKeyRotate,
  secretKeyAdopt,
  webhookCreate,
  parkedList,
  parkedShow,
  parkedRetry,
  insightsRebuild,
  jobsList,
  jobsRetry,
  eventsShow,
  eventsSkip,
  mailTest,
  backup,
  restore,
  dbMigrate,
  dbStatus,
  demoSeed,
];
