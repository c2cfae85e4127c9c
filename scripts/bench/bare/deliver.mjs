// The floor of webhook delivery: undici POSTs with a fixed concurrency, each signed as in Standard Webhooks.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

const { url, body, secret, concurrency } = JSON.parse(process.env.TASK);
const dispatcher = new Agent({ connections: concurrency, pipelining: 1 });
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

async function deliver() {
  const id = `evt_${randomUUID()}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  if (answer.statusCode !== 204) throw new Error(`returned ${answer.statusCode}`);
  await answer.body.dump();
}

process.on('message', async (count) => {
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await deliver();
      }
    }),
  );
  process.send('done');
});
process.send('ready');
