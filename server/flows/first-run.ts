import type { SetupStatus } from '../../shared/contract/session.contract.ts';
import { AppError } from '../../shared/domain/errors.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { CloudApiSettingsService } from '../features/cloud-api-settings/index.ts';
import type { SessionsService } from '../features/sessions/index.ts';
import { TenantsRepository } from '../features/tenants/index.ts';
import { decodeId } from '../kernel/ids.ts';
import { type NewWorkspace, provisionFirstTenant } from './provision-tenant.ts';
import { type DemoDeps, type DemoWorkspace, seedDemo } from './seed-demo.ts';

export interface FirstRunDeps {
  database: Database;
  config: Config;
  settings: CloudApiSettingsService;
  apiKeys: DemoDeps['apiKeys'];
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

  async function status(): Promise<SetupStatus> {
    const tenants = new TenantsRepository(database);
    return {
      needsSetup: await tenants.isEmpty(),
      canLoadDemo: config.sandboxEnabled || launcher !== null,
      canCreateWorkspace: !(await tenants.hasOwn()),
    };
  }

  /** Fills the demo workspace, once; later calls answer with what the first one made. */
  function demo(): Promise<DemoWorkspace> {
    return seedDemo({ ...deps, isLogin: sessions.isLogin });
  }

  return {
    status,
    demo,
    createWorkspace: async (input: NewWorkspace, userAgent: string): Promise<string> => {
      const { scope, ownerId } = await provisionFirstTenant(database, input);
      return sessions.open(scope, decodeId(ownerId), userAgent);
    },
    /** Also gives the login, so that the page can show it: it is told nowhere else in the browser. */
    loadDemo: async (userAgent: string): Promise<LoadedDemo> => {
      const { needsSetup, canLoadDemo } = await status();
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
      return { token: await sessions.signIn({ email, password }, userAgent), login: { email, password } };
    },
  };
}

export interface LoadedDemo {
  /** Of the session of its owner. */
  token: string;
  login: { email: string; password: string };
}
