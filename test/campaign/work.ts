import { createHmac } from 'node:crypto';

/** A workspace as its clients know it. */
export interface ClientTenant {
  id: string;
  phoneNumberId: string;
  wabaId: string;
  appSecret: string;
  apiKey: string;
  /** An API key that is revoked during the campaign. */
  revokedKey: string;
  modelKey: string;
  email: string;
  password: string;
  customers: string[];
}

/** The order of the campaign to its clients. */
export interface ClientOrder {
  apiUrl: string;
  modelUrl: string;
  journals: string;
  seed: number;
  /** API clients that only read, for each workspace. */
  readers: number;
  tenants: ClientTenant[];
}

/** Names of the journals that the clients write. */
export const CLIENT_JOURNALS = ['callbacks', 'sends', 'reads', 'dashboards', 'models', 'keys'] as const;

/** What every client of the campaign needs. */
export interface Work {
  apiUrl: string;
  modelUrl: string;
  random: () => number;
  /** Whether new work may begin. */
  isOpen(): boolean;
}

export interface ClientAnswer {
  /** null: the connection broke, or there was no whole answer in time. */
  status: number | null;
  headers: Headers | null;
  body: ReturnType<typeof JSON.parse>;
}

const PATIENCE_MS = 30_000;

/** Makes one HTTP call. Never throws. */
export async function ask(
  url: string,
  options: {
    method?: string;
    json?: unknown;
    raw?: string;
    headers?: Record<string, string>;
    ms?: number;
  } = {},
): Promise<ClientAnswer> {
  const { method = 'GET', json, raw = json === undefined ? undefined : JSON.stringify(json) } = options;
  try {
    const answer = await fetch(url, {
      method,
      headers: { ...(raw === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
      ...(raw === undefined ? {} : { body: raw }),
      signal: AbortSignal.timeout(options.ms ?? PATIENCE_MS),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  } catch {
    return { status: null, headers: null, body: null };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the signature header of a callback. */
export function signedBy(appSecret: string, raw: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`;
}
