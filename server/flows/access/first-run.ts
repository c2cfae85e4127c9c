import { setTimeout as sleep } from 'node:timers/promises';
import type { SetupStatus } from '../../../shared/contract/access/session.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Config } from '../../config.ts';
import {
  membersWithEmail,
  membersWithPassword,
  onlyMember,
  openSession,
} from '../../features/sessions/index.ts';
import { hasRealTenant, hasTenant } from '../../features/workspaces/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { removeSetupCode } from '../../kernel/setup-code/setup-code-file.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { portTaken, type SandboxRequest, type TestPlatform } from '../../platform/graph/test-platform.ts';
import { removeDemoPasswords } from '../demo/demo-record.ts';
import { type DemoParts, type DemoWorkspace, seedDemo } from '../demo/seed-demo.ts';
import { type NewWorkspace, provisionFirstTenant } from './provision-tenant.ts';
import { requireSetupCode } from './setup-code.ts';

export interface FirstRunParts extends DemoParts {
  readonly config: Config;
  readonly testPlatform: TestPlatform;
  /** For inserting the demo's rows, in a transaction that takes longer than requests may. */
  readonly background: Resources;
  /** The process that started this server; null when it was started by hand. */
  readonly launcher: Launcher | null;
}

/** The parts of the launcher that the first run needs. */
export interface Launcher {
  /** Starts the sandbox next to this server, which is then restarted. */
  requestSandbox: SandboxRequest;
  /** Starts the sandbox for test numbers. */
  requestTestPhone: SandboxRequest;
  /** Prints how to open the demo in the terminal where the server was started. */
  announceDemo(demo: DemoWorkspace): void;
}

/** The caller of the first run, and the proof that they are authorized. */
export interface SetupCaller {
  userAgent: string;
  /** A person at the machine itself needs no setup code. */
  isLocal: boolean;
  setupCode: string | undefined;
}

export interface LoadedDemo {
  /** The session token of the workspace's owner. */
  token: string;
  login: { email: string; password: string };
}

/** How long the launcher may take to see that a port is taken. */
const ANSWER_MS = 1_000;
/** How long it counts that a workspace exists. */
const SET_UP_MS = 1_000;
const setUpAt = new WeakMap<Resources['db'], number>();

/** Reads whether any workspace exists, and one besides the demo. Anyone may ask, so the last answer is kept for a second. */
async function workspacesOf(db: Resources['db']): Promise<{ any: boolean; own: boolean }> {
  if (performance.now() - (setUpAt.get(db) ?? Number.NEGATIVE_INFINITY) < SET_UP_MS)
    return { any: true, own: true };
  const own = await hasRealTenant({ db });
  if (own) setUpAt.set(db, performance.now());
  return { any: own || (await hasTenant({ db })), own };
}

/** Returns the options of the first-run page. */
export async function setupStatus(
  { db }: Pick<Resources, 'db'>,
  { config, launcher }: Pick<FirstRunParts, 'config' | 'launcher'>,
  isLocal: boolean,
): Promise<SetupStatus> {
  const { any, own } = await workspacesOf(db);
  const canCreateWorkspace = !own;
  return {
    needsSetup: !any,
    canLoadDemo: config.sandboxEnabled || launcher !== null,
    canCreateWorkspace,
    needsSetupCode: canCreateWorkspace && !isLocal,
  };
}

/**
 * Creates the first workspace with its owner, and signs the owner in.
 * @returns the session token.
 * @throws {AppError} workspace_exists; setup_code_required; setup_code_invalid.
 */
export async function createFirstWorkspace(
  resources: Resources,
  { config }: Pick<FirstRunParts, 'config'>,
  input: NewWorkspace,
  caller: SetupCaller,
): Promise<string> {
  await requireSetupAccess(resources, caller);
  const { scope, ownerId } = await provisionFirstTenant(resources, input);
  removeSetupCode(config.dataDir);
  removeDemoPasswords(config.dataDir);
  return openSession({ ...resources, scope }, decodeId(ownerId), caller.userAgent);
}

/**
 * Loads the demo and signs its owner in.
 * @returns the session token, and the login to display: it is not shown anywhere else in the browser.
 * @throws {AppError} workspace_exists; setup_code_required; setup_code_invalid; sandbox_not_running when its port is
 * taken; unavailable while the sandbox starts.
 */
export async function loadDemo(
  resources: Resources,
  parts: FirstRunParts,
  caller: SetupCaller,
): Promise<LoadedDemo> {
  const { config, launcher } = parts;
  await requireSetupAccess(resources, caller);
  const { needsSetup, canLoadDemo } = await setupStatus(resources, parts, caller.isLocal);
  if (!needsSetup) throw new AppError('workspace_exists');
  if (!config.sandboxEnabled) {
    const answer = await Promise.race([launcher?.requestSandbox(), sleep(ANSWER_MS, null, { ref: false })]);
    if (answer?.is === 'sandbox-failed') throw portTaken(answer.takenPort);
    throw new AppError('unavailable', {
      message: canLoadDemo
        ? 'The sandbox is starting. Try again in a few seconds.'
        : 'This server has no sandbox, so it cannot load the demo.',
    });
  }
  const demo = await seedDemo(parts.background, parts);
  const { email, password } = demo;
  // Someone else has loaded the demo first and already changed the password.
  if (password === null) throw new AppError('workspace_exists');
  launcher?.announceDemo(demo);
  return {
    token: await openDemoSession(resources, { email, password }, caller.userAgent),
    login: { email, password },
  };
}

async function openDemoSession(
  resources: Resources,
  login: { email: string; password: string },
  userAgent: string,
): Promise<string> {
  const candidates = await membersWithEmail(resources, login);
  const { tenantId, userId } = onlyMember(await membersWithPassword(resources, login, candidates));
  return openSession({ ...resources, scope: mintTenantScope(tenantId) }, userId, userAgent);
}

async function requireSetupAccess({ db }: Resources, { isLocal, setupCode }: SetupCaller): Promise<void> {
  if (!isLocal) await requireSetupCode(db, setupCode);
}
