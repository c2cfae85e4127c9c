import { describe, expect, it } from 'vitest';
import { credentialsOf } from '../../server/features/channel/index.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import {
  callbackOf,
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  textMessage,
} from '../helpers/platform.ts';
import { call, createWorkspace } from '../helpers/test-server.ts';
import { setUpCallbacks } from '../helpers/workspace-rig.ts';

const { rig, post: postSigned } = setUpCallbacks();

const history = async (phone: string) =>
  (await rig.workspace.api('GET', `/messages/${phone}`)).body.data ?? [];
const stored = async ({ scope } = rig.workspace) => {
  const sql = 'SELECT COUNT(*) AS n FROM inbound_callbacks WHERE tenant_id = :t';
  const [row] = await rig.server.container.database.select<{ n: number }>(sql, { t: scope.key });
  return Number(row?.n);
};

describe('the handshake', () => {
  const ask = (query: string, tenantId = rig.workspace.tenantId) =>
    call(`${rig.server.url}/api/v1/webhook/${tenantId}?${query}`);

  it('echoes the challenge for the right token, and returns 403 for anything else', async () => {
    const token = encodeURIComponent(rig.workspace.verifyToken);
    const right = await ask(`hub.mode=subscribe&hub.challenge=1782043391&hub.verify_token=${token}`);
    expect(right.status).toBe(200);
    expect(right.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(String(right.body)).toBe('1782043391');
    expect((await ask('hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong')).status).toBe(403);
    expect((await ask(`hub.mode=other&hub.challenge=1&hub.verify_token=${token}`)).status).toBe(403);
    expect(
      (await ask(`hub.mode=subscribe&hub.verify_token=${token}`, '00000000000000000000000000')).status,
    ).toBe(403);
    expect((await ask('')).status).toBe(403);
  });
});

describe('a callback', () => {
  it('returns 401 and stores nothing for a wrong, missing or malformed signature', async () => {
    const before = await stored();
    const body = envelope({ messages: [textMessage('15550100001', 'forged')] });
    const wrong = ['sha256=00', `sha256=${'0'.repeat(64)}`, '', 'sha1=abc'];
    for (const signature of wrong) {
      expect((await postSigned(body, { 'x-hub-signature-256': signature })).status).toBe(401);
    }
    expect((await call(callbackOf(rig.server, rig.workspace), { method: 'POST', body })).status).toBe(401);
    const elsewhere = await call(`${rig.server.url}/api/v1/webhook/00000000000000000000000000`, {
      method: 'POST',
      body,
    });
    expect(elsewhere.status).toBe(401);
    expect(await stored()).toBe(before);
  });

  it('creates a contact, a conversation and a message from a first text', async () => {
    const message = textMessage('15550100123', 'Is the blue one in stock? 😀 é');
    const contacts = [{ profile: { name: 'Sample Customer' }, wa_id: '15550100123' }];
    expect((await postSigned(envelope({ contacts, messages: [message] }))).status).toBe(200);
    const [received] = await eventually(async () => {
      const list = await history('15550100123');
      return list.length > 0 && list;
    });
    expect(received).toMatchObject({
      direction: 'inbound',
      type: 'text',
      status: 'received',
      content: 'Is the blue one in stock? 😀 é',
      platformId: message.id,
      contactId: '15550100123',
    });
    const list = await rig.workspace.dashboard('GET', '/conversations');
    expect(list.body.data[0]).toMatchObject({ contact: { name: 'Sample Customer' }, unreadCount: 1 });
    expect(list.body.unreadTotal).toBe(1);
  });

  it('accepts the platform’s JSON escapes', async () => {
    const raw = JSON.stringify(envelope({ messages: [textMessage('15550100124', 'Ölkanne a@b.example')] }))
      .replaceAll('Ö', '\\u00d6')
      .replaceAll('@', '\\u0040')
      .replaceAll('/', '\\/');
    expect((await postSigned(raw)).status).toBe(200);
    const [message] = await eventually(async () => {
      const list = await history('15550100124');
      return list.length > 0 && list;
    });
    expect(message.content).toBe('Ölkanne a@b.example');
  });

  it('stores a message once when it is delivered again, in the same or another batch', async () => {
    const message = textMessage('15550100125', 'once');
    const body = envelope({ messages: [message] });
    await Promise.all(Array.from({ length: 10 }, () => postSigned(body)));
    const batch = envelope({ messages: [message, textMessage('15550100125', 'twice')] });
    await Promise.all([postSigned(batch), postSigned({ ...batch, again: 1 })]);
    await eventually(async () => (await history('15550100125')).length === 2);
    await settle();
    expect((await history('15550100125')).map((one: { content: string }) => one.content).sort()).toEqual([
      'once',
      'twice',
    ]);
  });

  it('creates one contact from 20 concurrent first messages in two spellings of a number', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        postSigned(
          envelope({ messages: [textMessage(index % 2 ? '5511987654321' : '551187654321', `n${index}`)] }),
        ),
      ),
    );
    await eventually(async () => (await history('5511987654321')).length === 20);
    const found = await rig.workspace.api('GET', '/contacts?search=87654321');
    expect(found.body.data).toHaveLength(1);
    const list = (await rig.workspace.dashboard('GET', '/conversations?search=87654321')).body.data;
    expect(list).toHaveLength(1);
    expect(list[0].unreadCount).toBe(20);
  });

  onlyInSoak(it)(
    'creates one contact from messages that arrive while the first one is being stored',
    async () => {
      const people = Array.from({ length: 15 }, (_, index) => `4917100077${String(index).padStart(2, '0')}`);
      for (const from of people) {
        const posts: Promise<unknown>[] = [];
        for (let index = 0; index < 6; index += 1) {
          posts.push(postSigned(envelope({ messages: [textMessage(from, `n${index}`)] })));
          await new Promise((resolve) => setTimeout(resolve, index % 3));
        }
        await Promise.all(posts);
      }
      for (const from of people) await eventually(async () => (await history(from)).length === 6);
      expect((await rig.workspace.api('GET', '/contacts?search=4917100077')).body.pagination.total).toBe(15);
    },
  );

  it('parks what it cannot read, with the reason, and stores the rest', async () => {
    const good = textMessage('15550100126', 'still here');
    const poll = {
      ...textMessage('15550100126', ''),
      type: 'poll',
      poll: { question: '?' },
      text: undefined,
    };
    await postSigned(
      envelope({ messages: [{ type: 'text' }, null, 7, good, poll], statuses: [{ nonsense: true }] }),
    );
    await postSigned(envelope({ event: 'APPROVED' }, 'message_template_status_update'));
    await postSigned('this is not JSON');
    await eventually(async () => (await history('15550100126')).length === 2);
    const [unsupported] = (await history('15550100126')).filter(
      (one: { type: string }) => one.type === 'unsupported',
    );
    expect(unsupported.payload).toMatchObject({ type: 'poll', poll: { question: '?' } });
    const parked = await eventually(async () => {
      const { data } = (await rig.workspace.dashboard('GET', '/parked-items')).body;
      return data.length >= 5 && data;
    });
    expect(parked.map((item: { kind: string }) => item.kind).sort()).toEqual([
      'callback',
      'message',
      'message_template_status_update',
      // Two entries that are not objects become one item.
      'messages',
      'status',
    ]);
    for (const item of parked) expect(item.reason).toMatch(/\w{3}/);
  });

  it('returns 200 for a phone number of someone else, and parks the message', async () => {
    const body = envelope({ messages: [textMessage('15550100127', 'lost?')] });
    const raw = JSON.stringify(body).replace('800000000000001', '123456123');
    expect((await postSigned(raw)).status).toBe(200);
    await eventually(async () => {
      const { data } = (await rig.workspace.dashboard('GET', '/parked-items')).body;
      return data.some((item: { reason: string }) => item.reason.includes('123456123'));
    });
    expect(await history('15550100127')).toEqual([]);
  });

  it('accepts a changed App Secret at once, and rejects the previous one', async () => {
    const body = () => envelope({ messages: [textMessage('15550100129', 'signed')] });
    expect((await postSigned(body())).status).toBe(200);
    const { saveCredentials, contextFor } = rig.server.container;
    const ctx = contextFor(rig.workspace.scope);
    const before = await credentialsOf(ctx);
    if (!before) throw new Error('nothing is connected');
    await saveCredentials(ctx, { ...before, appSecret: 'another secret altogether' });
    expect((await postSigned(body())).status).toBe(401);
    await saveCredentials(ctx, before);
    expect((await postSigned(body())).status).toBe(200);
  });

  it('returns 401 for a deleted account whose secret was valid just before', async () => {
    const { database } = rig.server.container;
    const other = await createWorkspace(rig.server);
    await connectWorkspace(rig.server, other);
    const body = () => envelope({ messages: [textMessage('15550100129', 'signed')] });
    expect((await postCallback(rig.server, other, body())).status).toBe(200);
    await database.run('DELETE FROM cloud_api_settings WHERE tenant_id = :t', { t: other.scope.key });
    const [mode] = await database.select<{ mode: string }>('SELECT @@sql_mode AS mode');
    // Makes the INSERT fail; without it the row would be stored without a workspace.
    expect(mode?.mode).toContain('STRICT_ALL_TABLES');
    const late = [body(), envelope({ messages: [textMessage('15550100129', 'too late')] })];
    const answers = await Promise.all(late.map((one) => postCallback(rig.server, other, one)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await stored(other)).toBe(1);
  });

  it('stores each of thirty concurrent callbacks, and repeated ones once', async () => {
    const different = Array.from({ length: 30 }, (_, index) =>
      envelope({ messages: [textMessage(`155501001${30 + index}`, `together ${index}`)] }),
    );
    const answers = await Promise.all([...different, ...different].map((one) => postSigned(one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await settle();
    for (let index = 0; index < 30; index += 1)
      expect((await history(`155501001${30 + index}`)).length, String(index)).toBe(1);
  });

  it('accepts almost 3 MB, and returns 413 above that', async () => {
    const big = envelope({ messages: [textMessage('15550100128', 'x'.repeat(2_900_000))] });
    expect((await postSigned(big)).status).toBe(200);
    const larger = envelope({ messages: [textMessage('15550100128', 'x'.repeat(3_200_000))] });
    expect((await postSigned(larger)).status).toBe(413);
  });
});

/** Waits until no callback is pending. */
async function settle(): Promise<void> {
  await eventually(async () => {
    const [row] = await rig.server.container.database.select<{ n: number }>(
      'SELECT COUNT(*) AS n FROM inbound_callbacks WHERE tenant_id = :t AND state = 0',
      { t: rig.workspace.scope.key },
    );
    return Number(row?.n) === 0;
  });
}
