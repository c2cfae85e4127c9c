import type { Database, Transaction } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { unreachableTenants } from './channel.repository.ts';
import { createChannelState } from './channel-state.service.ts';
import { verdictOfAnswer } from './channel-verdict.ts';
import { type CloudApiSettingsService, createCloudApiSettingsService } from './cloud-api-settings.service.ts';
import { createNumberNotices } from './number-notices.ts';

const EVERY_MS = 5_000;

/** So many workspaces in a round: where the platform is away for all, it need not be asked for each. */
const AT_ONCE = 20;

export interface ConnectionDeps {
  database: Database;
  logger: Logger;
  keyring: Keyring;
  http: GraphHttp;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  wakeSender(): void;
  /** Makes waiting messages due: all of them, or the one that has waited longest. Returns how many. */
  releaseSends(scope: TenantScope, which: 'all' | 'oldest', tx?: Transaction): Promise<number>;
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
  const { database, logger, keyring, http, inUnitOfWork, recordAudit, wakeSender, releaseSends } = deps;

  const settings: CloudApiSettingsService = createCloudApiSettingsService({
    database,
    keyring,
    inUnitOfWork,
    recordAudit,
    channelState: () => state,
    releaseSends,
    wakeSender,
    onSaved: deps.onSaved,
  });
  const state = createChannelState({
    database,
    inUnitOfWork,
    releaseSends,
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

interface ChannelWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Tries again, every few seconds, for the workspaces that wait for the platform: so the state ends with its
 * first answer, also where nobody writes and where the pauses between attempts have grown long.
 */
function createChannelWatch(
  database: Database,
  logger: Logger,
  tryAgain: (scope: TenantScope) => Promise<void>,
): ChannelWatch {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const tenants = await unreachableTenants(database, AT_ONCE);
      await Promise.all(tenants.map((id) => tryAgain(mintTenantScope(id))));
    } catch (error) {
      logger.warn({ err: error }, 'the platform could not be watched; it will be tried again');
    }
    if (!stopped) timer = setTimeout(begin, EVERY_MS);
  }

  function begin(): void {
    round = look();
  }

  return {
    start: () => {
      timer = setTimeout(begin, EVERY_MS);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
