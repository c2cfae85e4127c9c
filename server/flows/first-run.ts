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
  /** Asks for the sandbox to be started beside this server; null when nobody can. */
  requestSandbox: (() => void) | null;
}

/** What the first-run page does: a workspace with its owner, or the demo; either way somebody is signed in after. */
export function createFirstRun(deps: FirstRunDeps) {
  const { database, config, sessions, requestSandbox } = deps;

  async function status(): Promise<SetupStatus> {
    return {
      needsSetup: await new TenantsRepository(database).isEmpty(),
      canLoadDemo: config.sandboxEnabled || requestSandbox !== null,
    };
  }

  /** Fills the demo workspace, once; later calls answer with what the first one made. */
  function demo(): Promise<DemoWorkspace> {
    return seedDemo(deps);
  }

  return {
    status,
    demo,
    createWorkspace: async (input: NewWorkspace, userAgent: string): Promise<string> => {
      const { scope, ownerId } = await provisionFirstTenant(database, input);
      return sessions.open(scope, decodeId(ownerId), userAgent);
    },
    loadDemo: async (userAgent: string): Promise<string> => {
      const { needsSetup, canLoadDemo } = await status();
      if (!needsSetup) throw new AppError('workspace_exists');
      if (!config.sandboxEnabled) {
        requestSandbox?.();
        throw new AppError('unavailable', {
          message: canLoadDemo
            ? 'The sandbox is starting. Try again in a few seconds.'
            : 'The demo needs the sandbox. Stop the server and run: npm run demo',
        });
      }
      const { email, password } = await demo();
      return sessions.signIn({ email, password }, userAgent);
    },
  };
}
