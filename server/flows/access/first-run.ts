import type { SetupStatus } from '../../../shared/contract/session.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { BACKGROUND_LIMITS } from '../../db/time-limits.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import type { SessionsService, SetupCaller } from '../../features/sessions/index.ts';
import { TenantsRepository } from '../../features/workspaces/index.ts';
import { decodeId } from '../../kernel/ids.ts';
import { removeSetupCode } from '../../kernel/setup-code/setup-code-file.ts';
import { type DemoDeps, type DemoWorkspace, seedDemo } from '../demo/seed-demo.ts';
import { type NewWorkspace, provisionFirstTenant } from './provision-tenant.ts';
import { demandSetupCode, prepareSetupCode } from './setup-code.ts';

export interface FirstRunDeps {
  database: Database;
  config: Config;
  settings: CloudApiSettingsService;
  contextFor: DemoDeps['contextFor'];
  authenticateKey: DemoDeps['authenticateKey'];
  sessions: SessionsService;
  /** Who runs this server; null when nobody does. */
  launcher: Launcher | null;
}

/** What the first run wants of whoever runs this server. */
export interface Launcher {
  /** Starts the sandbox beside this server. */
  requestSandbox(): void;
  /** Shows the way into the demo where the server was started. */
  announceDemo(demo: DemoWorkspace): void;
}

/** What the first-run page does: a workspace with its owner, or the demo; either way somebody is signed in after. */
export function createFirstRun(deps: FirstRunDeps) {
  const { database, config, sessions, launcher } = deps;

  async function status(isLocal: boolean): Promise<SetupStatus> {
    const tenants = new TenantsRepository(database);
    const canCreateWorkspace = !(await tenants.hasOwn());
    return {
      needsSetup: await tenants.isEmpty(),
      canLoadDemo: config.sandboxEnabled || launcher !== null,
      canCreateWorkspace,
      needsSetupCode: canCreateWorkspace && !isLocal,
    };
  }

  async function admit({ isLocal, setupCode }: SetupCaller): Promise<void> {
    if (!isLocal) await demandSetupCode(database, setupCode);
  }

  /** Fills the demo workspace, once; later calls answer with what the first one made. */
  function demo(): Promise<DemoWorkspace> {
    // Many rows in one transaction: more than the time of an ordinary request.
    return seedDemo({ ...deps, database: database.withLimits(BACKGROUND_LIMITS), isLogin: sessions.isLogin });
  }

  return {
    status,
    demo,
    /** See `prepareSetupCode`: called once, before the server listens. */
    prepareSetupCode: () => prepareSetupCode(database, config.dataDir),

    createWorkspace: async (input: NewWorkspace, caller: SetupCaller): Promise<string> => {
      await admit(caller);
      const { scope, ownerId } = await provisionFirstTenant(database, input);
      removeSetupCode(config.dataDir);
      return sessions.open(scope, decodeId(ownerId), caller.userAgent);
    },
    /** Also gives the login, so that the page can show it: it is told nowhere else in the browser. */
    loadDemo: async (caller: SetupCaller): Promise<LoadedDemo> => {
      await admit(caller);
      const { needsSetup, canLoadDemo } = await status(caller.isLocal);
      if (!needsSetup) throw new AppError('workspace_exists');
      if (!config.sandboxEnabled) {
        launcher?.requestSandbox();
        throw new AppError('unavailable', {
          message: canLoadDemo
            ? 'The sandbox is starting. Try again in a few seconds.'
            : 'The demo needs the sandbox. Stop the server and run: npm run demo',
        });
      }
      const made = await demo();
      const { email, password } = made;
      // Somebody who was faster than this page has changed it already.
      if (password === null) throw new AppError('workspace_exists');
      launcher?.announceDemo(made);
      return {
        token: await sessions.signIn({ email, password }, caller.userAgent),
        login: { email, password },
      };
    },
  };
}

export interface LoadedDemo {
  /** Of the session of its owner. */
  token: string;
  login: { email: string; password: string };
}
