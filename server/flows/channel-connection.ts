import { randomBytes } from 'node:crypto';
import type { GraphHttp } from '../cloud-api/graph-http.ts';
import type { Database, Transaction } from '../db/database.ts';
import {
  type CloudApiSettingsService,
  createChannelState,
  createCloudApiSettingsService,
  createNumberNotices,
  verdictOfAnswer,
} from '../features/cloud-api-settings/index.ts';
import { TenantsRepository } from '../features/tenants/index.ts';
import type { RecordAudit } from '../kernel/audit/audit.ts';
import type { Keyring } from '../kernel/crypto/keyring.ts';
import { enqueueJob, type JobHandler } from '../kernel/jobs/queue.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { UnitOfWork } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { createChannelWatch } from './channel-watch.ts';
import { releaseSends } from './release-sends.ts';

export interface ConnectionDeps {
  database: Database;
  logger: Logger;
  keyring: Keyring;
  http: GraphHttp;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  wakeSender(): void;
  /** Done in the change that stores credentials. */
  onSaved(scope: TenantScope, tx: Transaction): Promise<void>;
}

const PROBE_MS = 8_000;
const REFRESH = 'refresh-channel';
/** A callback address may be called by anybody, as often as they like: so often it is written down. */
const HANDSHAKE_EVERY_MS = 2_000;
const EVENT_EVERY_MS = 10_000;

/** The credentials of workspaces, and how each stands with the platform: the two need each other. */
export function createConnection(deps: ConnectionDeps) {
  const { database, logger, keyring, http, inUnitOfWork, recordAudit, wakeSender } = deps;

  const release = (scope: TenantScope, which: 'all' | 'oldest', tx?: Transaction): Promise<number> =>
    releaseSends(database, scope, which, tx);

  const settings: CloudApiSettingsService = createCloudApiSettingsService({
    database,
    keyring,
    inUnitOfWork,
    recordAudit,
    channelState: () => state,
    releaseSends: release,
    wakeSender,
    onSaved: deps.onSaved,
  });
  const state = createChannelState({
    database,
    inUnitOfWork,
    releaseSends: release,
    wakeSender,
    probe: async (scope) => {
      const credentials = await settings.credentials(scope);
      if (!credentials) return null;
      const { accessToken: token, phoneNumberId: path } = credentials;
      const query = { fields: 'id' };
      return verdictOfAnswer(await http.call({ token, method: 'GET', path, query, answerMs: PROBE_MS }));
    },
    isCurrentToken: async (scope, accessToken) =>
      (await settings.credentials(scope))?.accessToken === accessToken,
  });

  /** For what is noted beside an answer that does not wait for it. */
  function beside(work: Promise<void>): void {
    work.catch((error) => logger.warn({ err: error }, 'a look at the channel could not be noted'));
  }

  return {
    settings,
    watch: createChannelWatch(database, logger, state.tryAgain),
    channel: {
      ...state,
      noteEvent: (scope: TenantScope): void =>
        beside(state.noteSometimes(scope, 'event', null, EVENT_EVERY_MS)),
      noteHandshake: (scope: TenantScope, isRight: boolean): void => {
        const message =
          'The callback address was asked with another verify token. Copy the token from here to the platform once more.';
        const fault = isRight ? null : { code: null, message };
        beside(state.noteSometimes(scope, 'callback', fault, HANDSHAKE_EVERY_MS));
      },
    },
    notices: createNumberNotices({
      database,
      noteCheck: state.noteCheck,
      lookAgain: async (scope) => {
        await database.transaction((tx) => enqueueJob(database, scope, tx, REFRESH, {}));
        await state.announce(scope);
      },
    }),
    /** Looks at everything of a workspace anew, after the platform has reported a change. */
    refreshChannel: (checks: () => { run(scope: TenantScope): Promise<unknown> }): JobHandler => ({
      kind: REFRESH,
      run: async (scope) => {
        if (!(await settings.isStored(scope))) return;
        await checks().run(scope);
        await state.announce(scope);
      },
    }),
  };
}

/** The verify token of a workspace stands with the workspace itself. */
export function verifyTokens(database: Database) {
  return {
    verifyToken: async (scope: TenantScope): Promise<string> =>
      (await new TenantsRepository(database).find(scope.key))?.verifyToken ?? '',
    renewVerifyToken: (scope: TenantScope, tx: Transaction): Promise<void> =>
      new TenantsRepository(database, tx).setVerifyToken(scope.key, randomBytes(24).toString('base64url')),
  };
}
