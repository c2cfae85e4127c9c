import { implement } from '@orpc/server';
import { type Welcome, welcomeContract } from '../../../shared/contract/welcome.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { hasConversed } from '../../features/messages/index.ts';
import { findTenant, setWelcome } from '../../features/workspaces/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { findRow, findRows } from '../../kernel/tenancy/rows.ts';
import { newTestSecret } from '../../platform/graph/test-platform.ts';
import { addSandboxAccount, connectCallbacks } from '../demo/demo-platform.ts';
import type { FirstRunParts } from './first-run.ts';

type WelcomeParts = Pick<FirstRunParts, 'config' | 'testPlatform' | 'saveCredentials'>;

/** Returns the first steps of the workspace. Each is a fact that is read now, so none is ticked by a click alone. */
async function readWelcome(ctx: Context, { testPlatform }: WelcomeParts): Promise<Welcome> {
  const tenant = await findTenant(ctx, ctx.scope.key);
  const testNumberId = tenant?.testNumberId ?? null;
  const numberId = await connectedNumberId(ctx);
  const hasTestNumber = numberId !== null && numberId === testNumberId;
  const hasNumber = numberId !== null && !hasTestNumber;
  const [people, invitation, contact, key, wasTried] = await Promise.all([
    findRows(ctx, 'user', { columns: ['id'], limit: 2 }),
    findRow(ctx, 'accessLink', { columns: ['id'], where: { kind: 'invitation' } }),
    findRow(ctx, 'contact', { columns: ['id'] }),
    findRow(ctx, 'apiKey', { columns: ['id'] }),
    testNumberId !== null && !hasNumber && hasConversed(ctx),
  ]);
  const { url, isAvailable } = testPlatform;
  return {
    steps: {
      testPhone: hasNumber || wasTried,
      number: hasNumber,
      colleague: people.length > 1 || invitation !== null,
      contacts: contact !== null,
      key: key !== null,
    },
    isHidden: tenant?.welcomeHiddenAt != null,
    hasTestNumber,
    canOpenTestPhone: isAvailable,
    phonePageUrl: hasTestNumber && url !== null ? `${url}/?business=${numberId}` : null,
  };
}

/** Hides the first steps for the workspace, or shows them again. */
async function hideWelcome(ctx: Context, parts: WelcomeParts, isHidden: boolean): Promise<Welcome> {
  await setWelcome(ctx, ctx.scope.key, { welcomeHiddenAt: isHidden ? ctx.clock.now() : null });
  return readWelcome(ctx, parts);
}

/**
 * Opens a number of the sandbox in this workspace, with which the team can try it out before it has its own. A
 * second call returns the same number.
 * @throws {AppError} sandbox_not_running, also when its port is taken; number_connected; unavailable when the sandbox
 * does not start.
 */
async function openTestPhone(ctx: Context, parts: WelcomeParts): Promise<Welcome> {
  const { config, testPlatform } = parts;
  const before = await readWelcome(ctx, parts);
  if (before.hasTestNumber) return before;
  if (!testPlatform.isAvailable) throw new AppError('sandbox_not_running');
  if (before.steps.number) throw new AppError('number_connected');
  const tenant = await findTenant(ctx, ctx.scope.key);
  if (!tenant) throw new AppError('workspace_not_found');
  const sandbox = await testPlatform.start().catch((cause) => {
    throw cause instanceof AppError ? cause : new AppError('unavailable', { cause });
  });
  const secrets = { appSecret: newTestSecret(), accessToken: newTestSecret() };
  const account = await addSandboxAccount(sandbox, { verifiedName: tenant.name, ...secrets });
  const urls = [config.publicUrl, `http://127.0.0.1:${config.port}`].map(
    (base) => `${base}/api/v1/webhook/${ctx.scope.tenantId}`,
  );
  await connectCallbacks(sandbox, account.phoneNumberId, urls, tenant.verifyToken);
  await setWelcome(ctx, ctx.scope.key, { testNumberId: account.phoneNumberId });
  await parts.saveCredentials(ctx, account);
  return readWelcome(ctx, parts);
}

export function welcomeRoutes(parts: WelcomeParts) {
  const os = implement(welcomeContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => readWelcome(contextOf(context), parts)),
    change: os.change.handler(({ input, context }) =>
      hideWelcome(contextOf(context), parts, input.body.isHidden),
    ),
    openTestPhone: os.openTestPhone.handler(({ context }) => openTestPhone(contextOf(context), parts)),
  });
}
