import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { eventually } from '../helpers/platform.ts';
import { type Answer, call } from '../helpers/test-server.ts';
import { startInference, type TestInference } from '../inference/inference-rig.ts';

/** An engine that keeps the bodies it gets, and answers as `reply` says. */
function startEngine(ownedBy: string) {
  const bodies: Record<string, unknown>[] = [];
  const state = { bodies, content: 'ok', closed: 0 };
  const server = createServer(async (req, res) => {
    res.setHeader('content-type', 'application/json');
    if (req.url === '/v1/models') return res.end(JSON.stringify({ data: [{ id: 'm', owned_by: ownedBy }] }));
    let text = '';
    for await (const chunk of req) text += chunk;
    bodies.push(JSON.parse(text));
    res.on('close', () => {
      if (!res.writableFinished) state.closed += 1;
    });
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    return res.end(JSON.stringify({ choices: [{ message: { content: state.content } }], usage }));
  });
  return { server, state };
}

const vllm = startEngine('vllm');
const plain = startEngine('unknown');
let front: TestInference;
let other: TestInference;
let scopes: TenantScope[];
beforeAll(async () => {
  const [first = '', second = ''] = await Promise.all(
    [vllm, plain].map(async ({ server }) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    }),
  );
  [front, other] = await Promise.all([
    startInference({ env: { INFERENCE_UPSTREAM: first } }),
    startInference({ env: { INFERENCE_UPSTREAM: second } }),
  ]);
  for (const { root } of [front, other]) await eventually(async () => (await fetch(`${root}/health`)).ok);
  scopes = [await front.tenant(), await front.tenant()];
});
afterAll(async () => {
  await Promise.all([front.stop(), other.stop()]);
  for (const { server } of [vllm, plain]) {
    server.closeAllConnections();
    server.close();
  }
});

const ask = (worker: TestInference, key: string, more: object = {}): Promise<Answer> =>
  call(`${worker.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more },
  });
const keyOf = async (scope: TenantScope | undefined) => (scope ? (await front.key(scope)).key : '');

it('SEC-31: the prefix cache is divided by workspace, with values that no workspace can choose', async () => {
  const [mine, theirs] = [await keyOf(scopes[0]), await keyOf(scopes[1])];
  vllm.state.bodies.length = 0;
  for (const key of [mine, mine, theirs]) await ask(front, key, { user: 'customer 7', top_k: 3 });
  const [first, again, foreign] = vllm.state.bodies;
  expect(first).toMatchObject({ model: 'm', top_k: 3, cache_salt: expect.stringMatching(/^[\w-]{32}$/) });
  expect(again).toEqual(first);
  expect(foreign?.cache_salt).not.toBe(first?.cache_salt);
  expect(foreign?.user).not.toBe(first?.user);
  // Even with the value of the other.
  await ask(front, theirs, { cache_salt: first?.cache_salt, user: first?.user });
  expect(vllm.state.bodies[3]?.cache_salt).not.toBe(first?.cache_salt);
  expect(vllm.state.bodies[3]?.user).not.toBe(first?.user);
  expect(JSON.stringify(vllm.state.bodies)).not.toContain('customer 7');
});

it('SEC-31: an engine that does not know cache_salt is not sent one', async () => {
  const key = (await other.key(await other.tenant())).key;
  expect((await ask(other, key, { cache_salt: 'mine', max_tokens: -1 })).status).toBe(200);
  expect(plain.state.bodies[0]).toMatchObject({ user: expect.stringMatching(/^[\w-]{32}$/) });
  expect(plain.state.bodies[0]).not.toHaveProperty('cache_salt');
  expect(plain.state.bodies[0]).not.toHaveProperty('max_tokens');
});

it('SEC-31: a call asks for few answers, and an answer has a limit', async () => {
  const key = await keyOf(scopes[0]);
  vllm.state.bodies.length = 0;
  for (const more of [{ n: 128 }, { best_of: 20 }, { n: '1' }]) {
    const { status, body } = await ask(front, key, more);
    expect([status, body.error.code]).toEqual([400, expect.stringMatching(/^(invalid|unsupported)_value$/)]);
  }
  expect(vllm.state.bodies).toEqual([]);
  expect((await ask(front, key, { n: 1 })).status).toBe(200);
  vllm.state.content = 'x'.repeat(9_000_000);
  const large = await ask(front, key);
  expect([large.status, large.body.error.code]).toEqual([503, 'engine_unavailable']);
  vllm.state.content = 'ok';
  expect((await ask(front, key)).status).toBe(200);
});

it.each([
  [
    'an image at an address',
    { type: 'image_url', image_url: { url: 'http://169.254.169.254/latest/meta-data' } },
  ],
  ['a file of the engine', { type: 'image_url', image_url: 'file:///etc/passwd' }],
  ['a path of the engine', { type: 'image_url', image_url: { url: '/etc/passwd' } }],
  ['a video', { type: 'video_url', video_url: { url: 'https://10.0.0.1/' } }],
  ['an image of the Responses API', { type: 'input_image', image_url: 'http://10.0.0.1/' }],
])('SEC-56: the engine is not made to fetch %s', async (_, part) => {
  const key = await keyOf(scopes[0]);
  vllm.state.bodies.length = 0;
  const answer = await ask(front, key, { messages: [{ role: 'user', content: [part] }] });
  expect([answer.status, answer.body.error]).toMatchObject([
    400,
    { code: 'unsupported_value', param: 'messages[0]' },
  ]);
  expect(vllm.state.bodies).toEqual([]);
});

it('SEC-56: an image in the request, and the words of an address, are sent on', async () => {
  const key = await keyOf(scopes[0]);
  const content = [
    { type: 'text', text: 'http://10.0.0.1/' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ];
  vllm.state.bodies.length = 0;
  expect((await ask(front, key, { messages: [{ role: 'user', content }] })).status).toBe(200);
  expect(vllm.state.bodies[0]).toMatchObject({ messages: [{ content }] });
});

it.each(['kv_transfer_params', 'priority', 'chat_template', 'prompt_embeds', 'custom_logit_processor'])(
  'SEC-56: %s is for the operator of the engine',
  async (name) => {
    const key = await keyOf(scopes[0]);
    vllm.state.bodies.length = 0;
    const answer = await ask(front, key, { [name]: 'x' });
    expect([answer.status, answer.body.error.param]).toEqual([400, name]);
    expect(vllm.state.bodies).toEqual([]);
  },
);
