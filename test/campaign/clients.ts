import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { createEventStream, type MissedEvents } from '../../renderer/app/live/event-stream.ts';
import type { EventEnvelope } from '../../shared/events/index.ts';
import { callModelForever } from './model-client.ts';
import { createRandom } from './plan.ts';
import { openJournal } from './records.ts';
import { ask, CLIENT_JOURNALS, type ClientOrder, type ClientTenant, signedBy, type Work } from './work.ts';

/*
 * The program of the clients: the platform that hands over customers' messages, API clients, open dashboards, callers
 * of the model. It runs until the message `wind-down`, finishes what it has begun (`idle`), and ends on `finish`.
 */
let isOpen = true;
let isFinished = false;

process.on('disconnect', () => process.exit(1));
process.once('message', (order: ClientOrder) => {
  run(order).then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`${error?.stack}\n`);
      process.exit(1);
    },
  );
});

async function run(order: ClientOrder): Promise<void> {
  const { tenants, journals, seed } = order;
  const journal = Object.fromEntries(
    CLIENT_JOURNALS.map((name) => [name, openJournal(journals, name)]),
  ) as Record<(typeof CLIENT_JOURNALS)[number], ReturnType<typeof openJournal>>;
  const random = createRandom(seed ^ 0x5eed);
  const work: Work = { ...order, random, isOpen: () => isOpen };
  const dashboards = await Promise.all(
    tenants.flatMap((tenant) =>
      [1, 2].map((place) => openDashboard(work, tenant, `${tenant.id} ${place}`, journal.dashboards)),
    ),
  );
  const running = tenants.flatMap((tenant) => [
    ...tenant.customers.flatMap((customer) => [
      handOverMessages(work, tenant, customer, journal.callbacks),
      sendMessages(work, tenant, customer, journal.sends),
    ]),
    ...Array.from({ length: order.readers }, () => readLists(work, tenant, journal.reads)),
    useRevokedKey(work, tenant, journal.keys),
    callModelForever(work, tenant, false, journal.models),
    callModelForever(work, tenant, true, journal.models),
  ]);
  const finished = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === 'wind-down') isOpen = false;
      if (message === 'finish') resolve();
    });
  });
  process.send?.('started');
  await Promise.all(running);
  process.send?.('idle');
  await finished;
  isFinished = true;
  await Promise.all(dashboards.map((close) => close()));
}

type Sink = ReturnType<typeof openJournal>;

/** Hands over one customer's messages as the platform does: one after the other, each repeated until a 200. */
async function handOverMessages(work: Work, tenant: ClientTenant, customer: string, journal: Sink) {
  for (let n = 1; work.isOpen(); n += 1) {
    const id = `wamid.${Buffer.from(`${tenant.id} ${customer} ${n}`).toString('base64')}`;
    const text = `in ${tenant.id} ${customer} ${n}`;
    const raw = callbackOf(tenant, customer, id, text);
    const post = async () => {
      const { status } = await ask(`${work.apiUrl}/api/v1/webhook/${tenant.id}`, {
        method: 'POST',
        raw,
        headers: { 'x-hub-signature-256': signedBy(tenant.appSecret, raw) },
      });
      journal.write({ is: 'callback', tenant: tenant.id, customer, n, id, text, status, at: Date.now() });
      return status;
    };
    while ((await post()) !== 200) await sleep(100 + work.random() * 300);
    // The platform sometimes repeats a callback that was answered.
    if (work.random() < 0.05) await post();
    await sleep(200 + work.random() * 700);
  }
}

function callbackOf(tenant: ClientTenant, customer: string, id: string, text: string): string {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550109000', phone_number_id: tenant.phoneNumberId },
    contacts: [{ wa_id: customer, profile: { name: `Customer ${customer.slice(-3)}` } }],
    messages: [{ from: customer, id, timestamp, type: 'text', text: { body: text } }],
  };
  const entry = [{ id: tenant.wabaId, changes: [{ field: 'messages', value }] }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

/** Sends to one customer, one message after the other; every second one with a key, and repeated until a 201. */
async function sendMessages(work: Work, tenant: ClientTenant, customer: string, journal: Sink) {
  for (let n = 1; work.isOpen(); n += 1) {
    const text = `out ${tenant.id} ${customer} ${n}`;
    const key = n % 2 === 0 ? `${tenant.id}-${customer}-${n}` : null;
    for (let isDone = false; !isDone; ) {
      const startedAt = Date.now();
      const { status, body } = await ask(`${work.apiUrl}/api/v1/messages/send`, {
        method: 'POST',
        json: { contactId: customer, type: 'text', content: text },
        headers: {
          authorization: `Bearer ${tenant.apiKey}`,
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
      });
      const code = body?.error?.code as string | undefined;
      // The customer's first message has not been processed yet.
      const isTooEarly = n === 1 && code === 'contact_not_found';
      if (!isTooEarly) {
        journal.write({
          ...{ is: 'send', tenant: tenant.id, customer, n, text, key, status, startedAt, at: Date.now() },
          ...(code === undefined ? {} : { code }),
          ...(status === 201 ? { id: body.id } : {}),
        });
      }
      isDone = !isTooEarly && (key === null || status === 201);
      if (!isDone) await sleep(200 + work.random() * 400);
    }
    await sleep(400 + work.random() * 900);
  }
}

/** How long a client waits before it repeats a request that has failed. */
const RETRY_MS = 250;

/** Reads lists and histories, one after the other; repeats once what has failed. */
async function readLists(work: Work, tenant: ClientTenant, journal: Sink) {
  const histories = tenant.customers.map((customer) => `/messages/${customer}?limit=20`);
  const paths = ['/contacts?limit=20', '/conversations?limit=20', ...histories];
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  while (work.isOpen()) {
    const path = paths[Math.floor(work.random() * paths.length)] ?? '';
    for (const isRetry of [false, true]) {
      const startedAt = Date.now();
      const { status, body } = await ask(`${work.apiUrl}/api/v1${path}`, { headers });
      // The customer's first message has not been processed yet.
      if (status === 404 && body?.error?.code === 'contact_not_found') break;
      journal.write({ is: 'read', tenant: tenant.id, path, status, isRetry, startedAt, at: Date.now() });
      if (status === 200) break;
      await sleep(RETRY_MS);
    }
    await sleep(50 + work.random() * 200);
  }
}

/** Uses a key again and again, before and after it is revoked. */
async function useRevokedKey(work: Work, tenant: ClientTenant, journal: Sink) {
  while (work.isOpen()) {
    const startedAt = Date.now();
    const { status } = await ask(`${work.apiUrl}/api/v1/contacts?limit=1`, {
      headers: { authorization: `Bearer ${tenant.revokedKey}` },
    });
    journal.write({ is: 'key-use', key: tenant.revokedKey, status, startedAt, at: Date.now() });
    await sleep(700);
  }
}

/**
 * Keeps a dashboard open: a socket, and over HTTP what it has missed, with the code that orders events in the
 * renderer. The function that is returned catches up a last time and closes it.
 */
async function openDashboard(
  work: Work,
  tenant: ClientTenant,
  dashboard: string,
  journal: Sink,
): Promise<() => Promise<void>> {
  const base = `${work.apiUrl}/api/dashboard`;
  const signedIn = await ask(`${base}/session`, {
    method: 'POST',
    json: { email: tenant.email, password: tenant.password },
  });
  if (signedIn.status !== 201)
    throw new Error(`sign-in: ${signedIn.status} ${JSON.stringify(signedIn.body)}`);
  const headers = { cookie: String(signedIn.headers?.get('set-cookie')).split(';')[0] ?? '' };
  const { body: session } = await ask(`${base}/session`, { headers });
  const since = async (seq: number): Promise<MissedEvents> => {
    const { status, body } = await ask(`${base}/events?since=${seq}`, { headers });
    if (status !== 200) throw new Error(`events: ${status}`);
    return body;
  };
  let resyncFrom = 0;
  const stream = createEventStream(session.seq, {
    fetchSince: async (seq) => {
      resyncFrom = seq;
      return since(seq);
    },
    apply: (envelope) => journal.write({ dashboard, ...eventRecord(tenant.id, envelope) }),
    resync: async () => {
      const { body } = await ask(`${base}/session`, { headers });
      journal.write({
        is: 'resync',
        tenant: tenant.id,
        from: resyncFrom,
        to: body?.seq ?? -1,
        at: Date.now(),
      });
    },
    wait: (ms) => sleep(Math.min(ms, 2_000)),
    onError: (error) => process.stderr.write(`a dashboard: ${error}\n`),
  });
  const socket = io(work.apiUrl, {
    transports: ['websocket'],
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
    auth: (authenticate) => {
      ask(`${base}/session/socket-ticket`, { method: 'POST', headers }).then(({ body }) =>
        authenticate({ ticket: body?.ticket ?? '' }),
      );
    },
  });
  let lostAt: number | null = null;
  socket.on('connect', () => {
    const at = Date.now();
    if (lostAt !== null)
      journal.write({ is: 'reconnect', tenant: tenant.id, dashboard, ms: at - lostAt, at });
    lostAt = null;
    void stream.catchUp();
  });
  socket.on('disconnect', () => {
    lostAt = Date.now();
  });
  socket.on('event', stream.receive);
  socket.on('tick', ({ seq }: { seq: number }) => stream.noteLatest(seq));
  // Unlike socket.io, connects again after the server has ended the connection.
  const again = setInterval(() => {
    if (!socket.active && !isFinished) socket.connect();
  }, 1_000);
  return async () => {
    clearInterval(again);
    await stream.catchUp();
    stream.stop();
    socket.disconnect();
  };
}

function eventRecord(tenant: string, { seq, name, payload }: EventEnvelope) {
  const message = (payload as { message?: { id: string; status: string; content: string | null } } | null)
    ?.message;
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('base64url').slice(0, 12);
  return {
    ...{ is: 'event' as const, tenant, seq, name: name ?? 'hidden', digest, at: Date.now() },
    ...(message ? { message: message.id, word: message.status, text: message.content } : {}),
  };
}
