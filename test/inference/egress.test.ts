import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelEgress } from '../../server/features/inference/workers/inference-workers.service.ts';
import { isOtherMachine } from '../../server/inference/backends/upstream/egress.ts';
import { eventually } from '../helpers/platform.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const PATIENT = { timeout: 20_000 };

describe('the bytes that leave the machine for the model', () => {
  let engine: TestInference;
  beforeAll(async () => {
    engine = await startInference();
  });
  afterAll(() => engine.stop());

  const shownBy = ({ database }: TestInference, rule: 'always' | 'never' = 'always') =>
    modelEgress({ db: database }, { inferenceUrl: '', upstream: null, rule });
  const ask = async (worker: TestInference, content: string) => {
    const client = worker.client((await worker.key(await worker.tenant())).key);
    await client.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content }],
      max_tokens: 2,
    });
  };
  const forwarding = async (isOutside?: (address: string) => boolean) => {
    const { key } = await engine.key(await engine.tenant());
    const worker = await startInference({
      env: { INFERENCE_UPSTREAM: engine.url, INFERENCE_UPSTREAM_KEY: key },
      ...(isOutside ? { isOutside } : {}),
    });
    await eventually(async () => (await fetch(`${worker.root}/health`)).ok);
    return worker;
  };

  it('are none with the engine on this machine, whatever is asked', async () => {
    await ask(engine, 'hi');
    expect(await shownBy(engine)).toEqual({ upstream: null, days: 30, isNothing: true, hosts: [] });
  });

  it('are counted at the socket of the connection to another machine, and kept by day', async () => {
    const addresses: string[] = [];
    const worker = await forwarding((address) => {
      addresses.push(address);
      return true;
    });
    const { host } = new URL(engine.url);
    try {
      const bytes = async () => (await shownBy(worker)).hosts?.find((one) => one.host === host)?.bytes ?? 0;
      await expect.poll(bytes, PATIENT).toBeGreaterThan(0);
      const before = await bytes();
      const text = 'A lamp that came broken. '.repeat(100);
      await ask(worker, text);
      // The text and the headers; the list of models is asked for in the meantime.
      await expect.poll(bytes, PATIENT).toBeGreaterThan(before + text.length);
      expect(await bytes()).toBeLessThan(before + text.length + 20_000);
      expect(addresses.length).toBeGreaterThan(0);
      expect(await shownBy(worker)).toMatchObject({ upstream: host, isNothing: false });
      // Where several workspaces share the server, only where the texts go.
      await worker.tenant();
      await worker.tenant();
      expect(await shownBy(worker, 'never')).toEqual({
        upstream: host,
        days: 30,
        isNothing: false,
        hosts: null,
      });
    } finally {
      await worker.stop();
    }
  });

  it('are none for an engine that runs on this machine too', async () => {
    const worker = await forwarding();
    try {
      await ask(worker, 'hi');
      await expect.poll(async () => (await shownBy(worker)).upstream, PATIENT).toBe(new URL(engine.url).host);
      expect(await shownBy(worker)).toMatchObject({ isNothing: true, hosts: [] });
    } finally {
      await worker.stop();
    }
  });

  it('belong to another machine unless the address is one of this machine', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].filter(isOtherMachine)).toEqual([]);
    expect(['10.0.0.250', '203.0.113.7', '2001:db8::1', '']).toEqual(
      ['10.0.0.250', '203.0.113.7', '2001:db8::1', ''].filter(isOtherMachine),
    );
  });
});
