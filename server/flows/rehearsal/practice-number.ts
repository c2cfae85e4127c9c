import type { RehearsalObstacle } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { Config } from '../../config.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { TestPlatform } from '../../platform/graph/test-platform.ts';
import { callSandbox } from '../demo/demo-platform.ts';
import type { Line } from './scripts/script.ts';

export interface PracticeParts {
  readonly config: Pick<Config, 'sandboxEnabled' | 'graphUrl'>;
  readonly testPlatform: TestPlatform;
}

/**
 * Returns the number that simulated customers can write to, and what starts the sandbox and returns its address. It is the
 * number of the workspace, if that is one of the sandbox; a real number is never used. Otherwise, returns what is in the way.
 */
export async function practiceNumber(
  ctx: Context,
  { config, testPlatform }: PracticeParts,
): Promise<{ numberId: string; start: () => Promise<string> } | RehearsalObstacle> {
  const numberId = await connectedNumberId(ctx);
  if (numberId === null)
    return testPlatform.isAvailable || config.sandboxEnabled ? 'no_number' : 'no_sandbox';
  // The sandbox is the platform of every number.
  if (config.sandboxEnabled) return { numberId, start: async () => config.graphUrl };
  const tenant = await findTenant(ctx, ctx.scope.key);
  if (tenant?.testNumberId !== numberId) return 'real_number';
  return testPlatform.isAvailable ? { numberId, start: () => testPlatform.start() } : 'no_sandbox';
}

/** A simulated customer on the sandbox. */
interface SandboxCustomer {
  /** The address of the sandbox. */
  url: string;
  numberId: string;
  phone: string;
  name: string;
}

/**
 * Writes a line as a customer, who first reads what has arrived. The platform then calls our callback URL, as for any
 * customer. `messageId` is the platform's id of the message: a repeat after a crash changes nothing.
 * @throws {AppError} unavailable when the sandbox does not respond as expected.
 */
export async function writeLine(
  { url, numberId, phone, name }: SandboxCustomer,
  { text, hasPhoto }: Line,
  messageId: string,
): Promise<void> {
  const account = `/accounts/${numberId}`;
  const chat = `${account}/chats/${phone}`;
  await callSandbox(url, 'POST', `${chat}/read`);
  const written = { id: messageId, name };
  if (!hasPhoto) {
    await callSandbox(url, 'POST', `${chat}/messages`, { ...written, text });
    return;
  }
  const file = (await callSandbox(url, 'POST', `${account}/media?sample=photo`)) as { id: string };
  const payload = { id: file.id, caption: text };
  await callSandbox(url, 'POST', `${chat}/messages`, { ...written, type: 'image', payload });
}
