// What a workspace floods a server with, and the messages and files of customers that floods and neighbors send.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { signedCallback } from './callbacks.mjs';

export const CUSTOMERS = 40;
const CONNECTIONS = 64;
/** Of a callback. */
const MESSAGES = 20;
const CALLBACKS_AT_ONCE = 16;
/** Files of contacts that are imported one after the other, and the rows of each. */
const IMPORTS_AT_ONCE = 3;
const IMPORT_ROWS = 20_000;

/** Each floods a workspace until the function that it returns is called, which says what the flood did. */
export const FLOODS = {
  reads: (workspace, seconds) =>
    withLoad(workspace, seconds, { method: 'GET', path: '/api/v1/contacts?limit=100' }),
  sends: (workspace, seconds) => {
    let count = 0;
    const setupRequest = (one) => {
      count += 1;
      const content = { contactId: customer(count), type: 'text', content: `Flood ${count}` };
      return { ...one, body: JSON.stringify(content) };
    };
    return withLoad(workspace, seconds, { method: 'POST', path: '/api/v1/messages/send', setupRequest });
  },
  callbacks: (workspace) =>
    repeated(CALLBACKS_AT_ONCE, 'messages of customers', (count) =>
      post(workspace, (index) => text(`Flood ${count + index}`)),
    ),
  files: (workspace) =>
    repeated(CALLBACKS_AT_ONCE, 'files of customers', (count) =>
      post(workspace, (index) => file(`flood-${count + index}-${randomBytes(4).toString('hex')}`)),
    ),
  jobs: (workspace) =>
    repeated(IMPORTS_AT_ONCE, `imports of ${IMPORT_ROWS} contacts`, async (_count, isOpen) => {
      await importFile(workspace.dashboard, rowsOf(IMPORT_ROWS), { isOpen });
      return 1;
    }),
};

/** Repeats a piece of work, which returns how much it did, some at once. */
function repeated(atOnce, what, work) {
  let isOpen = true;
  let count = 0;
  const running = Array.from({ length: atOnce }, async () => {
    while (isOpen) {
      const done = await work(count, () => isOpen);
      count += done;
      if (done === 0) await sleep(100);
    }
  });
  return async () => {
    isOpen = false;
    await Promise.all(running);
    return `${count} ${what}`;
  };
}

async function post(workspace, messageOf) {
  const { status } = await workspace.callback(
    Array.from({ length: MESSAGES }, (_, index) => messageOf(index)),
  );
  return status === 200 ? MESSAGES : 0;
}

async function withLoad(workspace, seconds, request) {
  const running = autocannon({
    url: workspace.base,
    headers: workspace.headers,
    connections: CONNECTIONS,
    duration: seconds + 1,
    requests: [request],
  });
  return async () => {
    const result = await running;
    return `${result.requests.average.toFixed(0)}/s, p99 ${result.latency.p99} ms, ${result['2xx']} served, ${result.non2xx} refused`;
  };
}

/** Checks a file of contacts, which is a job, and with `isOpen` imports it until that returns false; then removes it. */
export async function importFile(send, rows, { isOpen } = {}) {
  const { id, mapping } = await send('POST', '/contact-imports?filename=bench.csv', rows);
  await send('POST', `/contact-imports/${id}/check`, { mapping, mode: 'overwrite' });
  await untilState(send, id, ['checked']);
  if (isOpen?.()) {
    await send('POST', `/contact-imports/${id}/commit`);
    if (!(await untilState(send, id, ['done'], isOpen))) {
      await send('POST', `/contact-imports/${id}/cancel`);
      await untilState(send, id, ['done', 'canceled']);
    }
  }
  await send('DELETE', `/contact-imports/${id}`);
}

/** Resolves with true when an import is in one of some states, and with false when it need not go on. */
async function untilState(send, id, states, isOpen = () => true) {
  for (;;) {
    const { state } = await send('GET', `/contact-imports/${id}`);
    if (states.includes(state)) return true;
    if (state === 'failed') throw new Error('the import has failed');
    if (!isOpen()) return false;
    await sleep(25);
  }
}

/** Returns a file of contacts. */
export function rowsOf(count) {
  const lines = Array.from({ length: count }, (_, index) => `Person ${index},+4915${210_000_000 + index}`);
  return `Name,Phone\n${lines.join('\n')}\n`;
}

export const customer = (index) => String(15550200000 + (index % CUSTOMERS));

export const text = (body) => ({ type: 'text', text: { body } });
/** A file of the platform. */
export const file = (id) => ({
  type: 'document',
  document: { id, mime_type: 'application/pdf', filename: 'a.pdf' },
});

let sent = 0;

/** Returns the callback about messages, each of the next customer. */
export function callbackAbout(contents) {
  const messages = contents.map((content) => {
    sent += 1;
    const id = `wamid.${randomBytes(24).toString('base64')}`;
    return { ...content, from: customer(sent), id, timestamp: String(Math.floor(Date.now() / 1_000)) };
  });
  const contacts = [...new Set(messages.map(({ from }) => from))].map((wa_id) => ({
    profile: { name: 'Customer' },
    wa_id,
  }));
  return signedCallback({ contacts, messages });
}
