import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRecord } from './records.ts';
import { groupBy, readJournals, recordsOf } from './records.ts';
import type { CampaignTenant, Stack } from './stack.ts';
import { said } from './stack.ts';
import { webhookRecords } from './webhook-records.ts';
import { ask } from './work.ts';

/** A message as the public API returns it. */
interface PublicMessage {
  id: string;
  direction: string;
  content: string | null;
  platformId: string | null;
  status: string;
}

type Said = (line: string) => void;

/** How long to wait without any progress before time is moved, and before the campaign fails. */
const STILL_MS = 8_000;
/** Later than each wait that a failure can cause: unknown outcomes, leases, retries of webhooks. */
const MOVES_SECONDS = [65, 100, 400, 2_000, 2_600, 8_800];

/**
 * Lets the clients finish what they have begun, and waits until everything that was accepted is done. With the proxy,
 * the database's clock is moved ahead, so that waits of minutes and hours pass. Returns what is still open.
 */
export async function settle(stack: Stack, say: Said, limitMs: number): Promise<ClientRecord[]> {
  const open: ClientRecord[] = [];
  const idle = said(stack.clients, 'idle', 240_000);
  stack.clients.send('wind-down');
  await idle.catch((error: Error) => open.push({ is: 'unsettled', what: error.message, at: Date.now() }));
  const deadline = Date.now() + limitMs;
  let moved = 0;
  let last = '';
  let since = Date.now();
  for (;;) {
    const left = await stillOpen(stack);
    if (left.length === 0) return open;
    const seen = left.join('\n');
    if (seen !== last) since = Date.now();
    last = seen;
    if (Date.now() > deadline) {
      return [...open, ...left.map((what) => ({ is: 'unsettled' as const, what, at: Date.now() }))];
    }
    const next = MOVES_SECONDS[moved];
    if (stack.proxy && next !== undefined && Date.now() - since > STILL_MS) {
      moved += 1;
      since = Date.now();
      const ahead = MOVES_SECONDS.slice(0, moved).reduce((sum, seconds) => sum + seconds, 0);
      say(`  ${left.length} open (${left[0]}): the database's clock moves ${next} s ahead`);
      stack.proxy.setClock(ahead);
    }
    await sleep(1_000);
  }
}

/** Returns what was accepted and is not done, in words. */
async function stillOpen(stack: Stack): Promise<string[]> {
  const callbacks = await stack.control('GET', '/callbacks');
  const left: string[] = [];
  const waiting = callbacks.body?.data?.length ?? 0;
  if (waiting > 0) left.push(`${waiting} callbacks of the platform`);
  const { journals } = stack;
  const taken = groupBy(
    recordsOf(readJournals(journals, ['callbacks']), 'callback').filter(({ status }) => status === 200),
    ({ tenant }) => tenant,
  );
  for (const tenant of stack.tenants) {
    const history = await historyOf(stack, tenant).catch(() => null);
    if (!history) return [...left, 'a history cannot be read'];
    const stored = new Set(history.map(({ platformId }) => platformId));
    const events = webhookRecords(tenant).filter(({ status }) => status === 200);
    const delivered = new Set(events.map(({ platformId }) => platformId));
    const updated = new Set(events.map(({ message, word }) => `${message} ${word}`));
    for (const { id, text } of taken.get(tenant.id) ?? []) {
      if (!stored.has(id)) left.push(`not in the history: ${text}`);
      else if (!delivered.has(id)) left.push(`no webhook: ${text}`);
    }
    for (const { direction, status, content, id } of history) {
      if (direction !== 'outbound') continue;
      if (status === 'queued' || status === 'sent') left.push(`${status}: ${content}`);
      else if (!updated.has(`${id} ${status}`)) left.push(`no webhook of ${status}: ${content}`);
    }
    for (const [contact, ofOne] of groupBy(events, (one) => one.contact)) {
      const numbers = new Set(ofOne.map(({ conversationSeq }) => conversationSeq));
      if (Math.max(...numbers) !== numbers.size) left.push(`a gap in the webhooks about ${contact}`);
    }
  }
  return left;
}

/** Reads through the public API what the product holds in the end. */
export async function collect(stack: Stack): Promise<ClientRecord[]> {
  const records: ClientRecord[] = [];
  for (const tenant of stack.tenants) {
    records.push(...webhookRecords(tenant));
    for (const { customer, message } of await historiesOf(stack, tenant)) {
      const { id, direction, content: text, platformId, status: word } = message;
      records.push({ is: 'history', tenant: tenant.id, customer, id, direction, text, platformId, word });
    }
    const { email, password, modelKey } = tenant;
    const base = `${stack.apiUrl}/api/dashboard`;
    const signedIn = await ask(`${base}/session`, { method: 'POST', json: { email, password } });
    const headers = { cookie: String(signedIn.headers?.get('set-cookie')).split(';')[0] ?? '' };
    const { body: session } = await ask(`${base}/session`, { headers });
    records.push({ is: 'latest', tenant: tenant.id, seq: session.seq });
    const { body: keys } = await ask(`${base}/inference-keys`, { headers });
    const [counted] = keys.data.filter(({ name }: { name: string }) => name === 'campaign');
    records.push({ is: 'usage', key: modelKey, calls: counted.calls });
  }
  return records;
}

async function historyOf(stack: Stack, tenant: CampaignTenant): Promise<PublicMessage[]> {
  return (await historiesOf(stack, tenant)).map(({ message }) => message);
}

/** Returns all messages of a workspace's customers, oldest first, page by page like an integrator. */
async function historiesOf(
  { apiUrl }: Stack,
  tenant: CampaignTenant,
): Promise<{ customer: string; message: PublicMessage }[]> {
  const histories: { customer: string; message: PublicMessage }[] = [];
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  for (const customer of tenant.customers) {
    const messages: PublicMessage[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await ask(`${apiUrl}/api/v1/messages/${customer}?limit=100${query}`, {
        headers,
      });
      if (status !== 200) throw new Error(`the history of ${customer}: ${status}`);
      messages.push(...body.data);
      cursor = body.pagination.nextCursor;
    } while (cursor !== null);
    histories.push(...messages.toReversed().map((message) => ({ customer, message })));
  }
  return histories;
}
