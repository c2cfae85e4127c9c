import { io } from 'socket.io-client';
import type { Journal } from '../records.ts';
import { type CampaignTenant, CLUSTER_LOGIN_LIMIT, type Stack } from '../stack.ts';
import { ask } from '../work.ts';

/** What must hold over all servers of a cluster while the clients go on: revocations and limits. */
export async function probeCluster(stack: Stack, journal: Journal): Promise<void> {
  const urls = stack.servers.flatMap((server) => stack.serverUrl(server) ?? []);
  const [tenant] = stack.tenants;
  if (!tenant || urls.length < stack.servers.length) throw new Error('not all servers run');
  const note = (what: 'key' | 'session' | 'socket', ms: number) =>
    journal.write({ is: 'revocation', what, ms: Math.round(ms), at: Date.now() });
  note('key', await revokeKey(urls, tenant));
  const { session, socket } = await endSession(urls, tenant);
  note('session', session);
  note('socket', socket);
  const allowed = await countSignIns(urls);
  journal.write({ is: 'limit', limit: CLUSTER_LOGIN_LIMIT, allowed, at: Date.now() });
}

/** Revokes a key at one server; returns how long after the answer the last of the others refused it. */
async function revokeKey(urls: readonly string[], tenant: CampaignTenant): Promise<number> {
  const [first = ''] = urls;
  const headers = await signIn(first, tenant);
  const keys = `${first}/api/dashboard/api-keys`;
  const { body } = await ask(keys, { method: 'POST', json: { name: 'to be revoked' }, headers });
  const use = (url: string) =>
    ask(`${url}/api/v1/contacts?limit=1`, { headers: { authorization: `Bearer ${body.key}` } });
  for (const url of urls) require200('the key', (await use(url)).status);
  require200(
    'the revocation',
    (await ask(`${keys}/${body.apiKey.id}`, { method: 'DELETE', headers })).status,
  );
  const began = performance.now();
  await Promise.all(urls.map((url) => untilRefused(() => use(url))));
  return performance.now() - began;
}

/** Signs a person out at one server; returns how long after the answer the others, and a socket, knew it. */
async function endSession(urls: readonly string[], tenant: CampaignTenant) {
  const [first = '', other = ''] = urls;
  const headers = await signIn(first, tenant);
  const session = (url: string) => ask(`${url}/api/dashboard/session`, { headers });
  for (const url of urls) require200('the session', (await session(url)).status);
  const ticket = await ask(`${other}/api/dashboard/session/socket-ticket`, { method: 'POST', headers });
  const socket = io(other, {
    transports: ['websocket'],
    reconnection: false,
    auth: { ticket: ticket.body?.ticket },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('disconnect', () => resolve(performance.now()));
  });
  require200(
    'the sign-out',
    (await ask(`${first}/api/dashboard/session`, { method: 'DELETE', headers })).status,
  );
  const began = performance.now();
  await Promise.all(urls.map((url) => untilRefused(() => session(url))));
  const sessionMs = performance.now() - began;
  return { session: sessionMs, socket: Math.max(0, (await closed) - began) };
}

let probes = 0;

/** Signs in with wrong passwords at the servers in turn, from an address of its own, until the limit refuses. */
async function countSignIns(urls: readonly string[]): Promise<number> {
  probes += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${probes}` };
  for (let count = 0; count <= CLUSTER_LOGIN_LIMIT * urls.length; count += 1) {
    const { status } = await ask(`${urls[count % urls.length]}/api/dashboard/session`, {
      method: 'POST',
      json: { email: `nobody-${count}@example.test`, password: 'a wrong password' },
      headers,
    });
    if (status === 429) return count;
    if (status !== 401) throw new Error(`a sign-in: ${status}`);
  }
  return Number.POSITIVE_INFINITY;
}

async function signIn(url: string, { email, password }: CampaignTenant): Promise<{ cookie: string }> {
  const answer = await ask(`${url}/api/dashboard/session`, { method: 'POST', json: { email, password } });
  if (answer.status !== 201) throw new Error(`sign-in: ${answer.status}`);
  return { cookie: String(answer.headers?.get('set-cookie')).split(';')[0] ?? '' };
}

const LONGEST_MS = 60_000;

async function untilRefused(use: () => Promise<{ status: number | null }>): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while ((await use()).status !== 401) {
    if (performance.now() > deadline) return;
  }
}

function require200(what: string, status: number | null): void {
  if (status === null || status >= 300) throw new Error(`${what}: ${status}`);
}
