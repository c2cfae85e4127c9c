import { expect, it } from 'vitest';
import { envelope, textMessage } from '../helpers/platform.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpCallbacks } from '../helpers/workspace-rig.ts';

const { rig, post } = setUpCallbacks();

/** Takes all connections that requests may have, until the function that is returned is called. */
async function takeConnections(): Promise<() => Promise<void>> {
  const { database } = rig.server.container;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken = Array.from({ length: 15 }, () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const ended = database.transaction(async () => {
      begin();
      await released;
    });
    return { begun, ended };
  });
  await Promise.all(taken.map(({ begun }) => begun));
  return async () => {
    release();
    await Promise.all(taken.map(({ ended }) => ended));
  };
}

it('while requests wait for the database, more of them are refused at once; callbacks and health are not', async () => {
  const { server, workspace } = rig;
  const list = () => call(`${server.url}/api/v1/contacts`, { headers: bearer(workspace.key) });
  const giveBack = await takeConnections();
  const waiting: ReturnType<typeof list>[] = [];
  try {
    // Each waits for 2.5 seconds at most; new ones take the place of those that gave up.
    const refusals: { ms: number; retryAfter: string | null; message: string }[] = [];
    const deadline = performance.now() + 20_000;
    while (refusals.length < 5 && performance.now() < deadline) {
      const began = performance.now();
      const answer = list().then((got) => {
        const { message = '' } = got.body?.error ?? {};
        if (got.status === 503 && message.includes('more requests than it can answer'))
          refusals.push({
            ms: performance.now() - began,
            retryAfter: got.headers.get('Retry-After'),
            message,
          });
        return got;
      });
      waiting.push(answer);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(refusals.length).toBeGreaterThanOrEqual(5);
    for (const { ms, retryAfter } of refusals) {
      expect(ms, 'a refusal waits for nothing').toBeLessThan(1_000);
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    }
    const callback = await post(envelope({ messages: [textMessage('15550100991', 'during an overload')] }));
    expect(callback.status).toBe(200);
    expect((await call(`${server.url}/healthz`)).status).toBe(200);
    const metrics = await call(`${server.url}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await server.container.metrics.text()).toMatch(
      /switchboard_overload_refused_total\{kind="request"\} [1-9]/,
    );
  } finally {
    await giveBack();
    await Promise.all(waiting);
  }
  await expect.poll(async () => (await list()).status).toBe(200);
});
