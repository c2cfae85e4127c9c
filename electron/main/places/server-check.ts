import { z } from 'zod';
import { OLDEST_SERVER, SERVER_IDENTITY_PATH } from '../../../shared/domain/desktop.ts';
import type { ServerCheck } from '../../../shared/ipc/shapes.ts';
import { readJson } from '../lib/read-json.ts';
import { readServerAddress } from './server-address.ts';

const IdentitySchema = z.object({ product: z.literal('switchboard'), version: z.string().max(40) });
const ErrorSchema = z.object({ error: z.object({ code: z.string() }) });
const TIMEOUT_MS = 8_000;
/** The response is one line. A server that sends more is not a Switchboard server. */
const RESPONSE_MAX = 10_000;

export type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** Checks which server is at a typed address. Never throws: failures are returned with a message. */
export async function checkServer(fetch: Fetch, typed: string): Promise<ServerCheck> {
  const address = readServerAddress(typed);
  if (address.kind !== 'ok') return address;
  const { server } = address;
  let response: Response;
  try {
    response = await fetch(`${server}${SERVER_IDENTITY_PATH}`, {
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    return failureOf(server, error);
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    return redirected(server);
  if (response.status === 403 && (await errorCodeOf(response)) === 'host_not_allowed') {
    return {
      kind: 'not-switchboard',
      message: `${server} is a Switchboard server, but it does not accept connections under this host name. Ask the server administrator to set PUBLIC_URL to this address or to add the host name to ALLOWED_HOSTS.`,
    };
  }
  const identity = response.ok ? await identityOf(response) : null;
  if (!identity) {
    return {
      kind: 'not-switchboard',
      message: `${server} responds, but it is not a Switchboard server. Ask your administrator for its address.`,
    };
  }
  if (isOlder(identity.version, OLDEST_SERVER)) {
    return {
      kind: 'too-old',
      message: `The server runs version ${identity.version}; this app needs ${OLDEST_SERVER} or later. Ask your administrator to update it.`,
    };
  }
  return { kind: 'ok', server, version: identity.version };
}

async function errorCodeOf(response: Response): Promise<string | null> {
  try {
    return ErrorSchema.parse(await readJson(response, RESPONSE_MAX)).error.code;
  } catch {
    return null;
  }
}

async function identityOf(response: Response) {
  try {
    return IdentitySchema.parse(await readJson(response, RESPONSE_MAX));
  } catch {
    return null;
  }
}

function redirected(server: string): ServerCheck {
  return {
    kind: 'redirected',
    message: `${server} redirects to another address. Enter the actual address of the server.`,
  };
}

/** Classifies a network error: Chromium's by name, Node's by code. */
function failureOf(server: string, error: unknown): ServerCheck {
  const text = `${error} ${(error as { cause?: { code?: string } }).cause?.code ?? ''}`;
  if (/redirect/i.test(text)) return redirected(server);
  if (/CERT|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/i.test(text)) {
    return {
      kind: 'certificate',
      message: `The certificate of ${server} cannot be trusted, so nothing was sent. Ask your administrator to renew it.`,
    };
  }
  return {
    kind: 'unreachable',
    message: `${server} is not responding. Check the address and your connection, and that the server is running.`,
  };
}

/** Compares `major.minor.patch`. A version that cannot be parsed counts as older. */
function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => text.split('-')[0]?.split('.').map(Number) ?? [];
  const [left, right] = [numbers(version), numbers(than)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? Number.NaN) - (right[index] ?? 0);
    if (Number.isNaN(difference)) return true;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
