import { z } from 'zod';
import { AppError } from '../../../shared/domain/errors.ts';
import type { CloudApiCredentials } from '../../features/channel/index.ts';

const AccountSchema = z.object({
  appId: z.string(),
  appSecret: z.string(),
  accessToken: z.string(),
  wabaId: z.string(),
  phoneNumberId: z.string(),
});
const AccountsSchema = z.object({ data: z.array(AccountSchema).min(1) });
const SendsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** A conversation in the format that the sandbox imports. Times are Unix seconds. */
export interface PhoneHistory {
  waId: string;
  name: string;
  messages: {
    id: string;
    from: 'customer' | 'business';
    text: string;
    timestamp: number;
    status: 'delivered' | 'read';
  }[];
}

/** The sandbox verifies our callback URL, and a server that has just started may need a moment. */
const HANDSHAKE_TRIES = 5;
const PAUSE_MS = 400;

/*
 * Client for the part of the sandbox's control API that the demo uses. It uses HTTP like any external client,
 * because the server shares no code with the sandbox.
 */

/**
 * Returns the credentials of the sandbox's first business.
 * @throws {AppError} unavailable when the sandbox is not running or has no business.
 */
export async function sandboxAccount(graphUrl: string): Promise<CloudApiCredentials> {
  const answer = AccountsSchema.safeParse(await callSandbox(graphUrl, 'GET', '/accounts'));
  const first = answer.data?.data[0];
  if (first) return first;
  throw new AppError('unavailable', { message: `There is no business in the sandbox at ${graphUrl}.` });
}

/**
 * Adds a business with its own number to the sandbox, and returns its credentials.
 * @throws {AppError} unavailable when the sandbox is not running.
 */
export async function addSandboxAccount(
  graphUrl: string,
  account: { verifiedName: string } & Partial<CloudApiCredentials>,
): Promise<CloudApiCredentials> {
  return AccountSchema.parse(await callSandbox(graphUrl, 'POST', '/accounts', account));
}

/**
 * Imports the conversations that are not on the customers' phones yet.
 * @throws {AppError} unavailable when the sandbox is not running.
 */
export async function importHistory(
  graphUrl: string,
  phoneNumberId: string,
  chats: readonly PhoneHistory[],
): Promise<void> {
  const sends = SendsSchema.parse(await callSandbox(graphUrl, 'GET', `/sends?pnid=${phoneNumberId}`));
  const known = new Set(sends.data.map((send) => send.id));
  const missing = chats.filter((chat) => !chat.messages.some((message) => known.has(message.id)));
  if (missing.length === 0) return;
  await callSandbox(graphUrl, 'POST', `/accounts/${phoneNumberId}/import`, { chats: missing });
}

/**
 * Connects our callbacks: the sandbox uses the first address that it can reach.
 * @throws {AppError} unavailable when it can reach none.
 */
export async function connectCallbacks(
  graphUrl: string,
  phoneNumberId: string,
  callbackUrls: readonly string[],
  verifyToken: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    for (const [index, callbackUrl] of callbackUrls.entries()) {
      try {
        const body = { callbackUrl, verifyToken };
        await callSandbox(graphUrl, 'POST', `/accounts/${phoneNumberId}/webhook`, body);
        return;
      } catch (error) {
        const isLast = attempt === HANDSHAKE_TRIES && index === callbackUrls.length - 1;
        if (isLast) throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * Calls the control API of the sandbox. @throws {AppError} unavailable when it does not respond as expected.
 */
export async function callSandbox(
  graphUrl: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  try {
    const response = await fetch(`${graphUrl}/control${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  } catch (cause) {
    // For the log: people in a browser can do nothing with an address of the server.
    const problem = new Error(`${graphUrl} does not respond correctly: ${reasonOf(cause)}`, { cause });
    throw new AppError('unavailable', {
      message: 'The test phones of this server do not respond. Try again in a minute.',
      cause: problem,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
