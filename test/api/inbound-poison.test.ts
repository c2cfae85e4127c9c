import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setUpAdmin } from '../helpers/admin.ts';
import { historyOf, inboundSteps, parkedOf } from '../helpers/inbound.ts';
import { onlyInSoak, propertyRuns } from '../helpers/lane.ts';
import { envelope, eventually, textMessage } from '../helpers/platform.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

const rig = setUpAdmin();
const { ok, fails } = rig;

type Json = ReturnType<typeof JSON.parse>;

const { createConnected, post, retryNow, untilProcessed } = inboundSteps(() => rig.server);

const GOOD = ['15550142001', '15550142002'] as const;

/** Posts a part between two valid messages of other customers, and returns what was parked. */
async function between(part: object): Promise<{ workspace: TestWorkspace; parked: Json[] }> {
  const workspace = await createConnected();
  const [first, last] = GOOD.map((phone) => textMessage(phone, 'a good neighbour'));
  await post(workspace, envelope({ messages: [first, part, last] }));
  await untilProcessed(workspace);
  for (const phone of GOOD)
    expect(await historyOf(workspace, phone), JSON.stringify(part).slice(0, 200)).toHaveLength(1);
  return { workspace, parked: await parkedOf(workspace) };
}

const poisoned = '15550142999';
const form = (response_json: unknown) =>
  textMessage(poisoned, '', {
    type: 'interactive',
    text: undefined,
    interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } },
  });

describe('a field that the database would reject loses neither its own message nor others in the callback', () => {
  it.each<[string, object]>([
    ['an answer nested 40 levels deep', form(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
    ['an answer nested 6,000 levels deep', form(`{"a":${'['.repeat(6_000)}${']'.repeat(6_000)}}`)],
    ['an answer with half an emoji', form('{"a":"\\ud83d","\\udc00":1}')],
    ['an answer that is not JSON', form('{"a":')],
    ['an answer of 200 KB', form(JSON.stringify({ a: 'x'.repeat(200_000) }))],
    ['an answer that is a number', form(5)],
    [
      'a caption of 300 KB',
      textMessage(poisoned, '', {
        type: 'image',
        text: undefined,
        image: { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'é'.repeat(150_000) },
      }),
    ],
    ['a text with half an emoji', textMessage(poisoned, 'half \ud83d')],
    [
      'a payload nested 60 levels deep',
      textMessage(poisoned, 'deep', {
        context: { forwarded: true, more: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) },
      }),
    ],
  ])('%s', async (_, message) => {
    const { workspace, parked } = await between(message);
    expect(parked).toEqual([]);
    expect(await historyOf(workspace, poisoned)).toHaveLength(1);
  });

  it('a name cut through an emoji', async () => {
    const workspace = await createConnected();
    const contacts = [
      { wa_id: poisoned, profile: { name: `${'a'.repeat(199)}😀` } },
      { wa_id: GOOD[0], profile: { name: 'Ana \ud83d' } },
    ];
    await post(
      workspace,
      envelope({ contacts, messages: [textMessage(poisoned, 'one'), textMessage(GOOD[0], 'two')] }),
    );
    await untilProcessed(workspace);
    expect(await historyOf(workspace, poisoned)).toHaveLength(1);
    expect(await historyOf(workspace, GOOD[0])).toHaveLength(1);
  });

  it('a sender of 20 digits becomes a contact without a number', async () => {
    const { workspace, parked } = await between(textMessage('12345678901234567890', 'long number'));
    expect(parked).toEqual([]);
    const { data } = (await workspace.api('GET', '/contacts')).body;
    expect(data.filter((contact: Json) => contact.phone === null)).toHaveLength(1);
  });

  it('other messages are stored, whatever is in any field of one message', async () => {
    const workspace = await createConnected();
    let round = 0;
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom<unknown>('\ud83d', '9'.repeat(20), 1e21, -1, null, '', 'x'.repeat(70_000), [[[]]], {
        id: {},
      }),
    );
    const field = fc.constantFrom(
      'from',
      'from_user_id',
      'id',
      'timestamp',
      'type',
      'text',
      'context',
      'referral',
      'image',
      'interactive',
      'system',
      'reaction',
      'errors',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(field, odd, { minKeys: 1 }),
        fc.dictionary(fc.constantFrom('contacts', 'errors', 'statuses'), odd),
        async (fields, rest) => {
          round += 1;
          const phone = `15557${String(100_000 + round)}`;
          const good = textMessage(phone, 'still here');
          const bad = { ...textMessage(poisoned, 'poison'), ...fields };
          await post(workspace, { ...envelope({ ...rest, messages: [bad, good] }), round });
          await untilProcessed(workspace);
          expect((await historyOf(workspace, phone)).map((one) => one.content)).toEqual(['still here']);
        },
      ),
      { ...propertyRuns(5, 60), endOnFailure: true },
    );
    // A message is either stored or parked with a reason.
    for (const item of await parkedOf(workspace)) expect(item.reason).toMatch(/\w{3}/);
  }, 120_000);
});

onlyInSoak(describe)('an invalid part of the envelope hides no message', () => {
  it('null among the changes, next to 50 valid messages', async () => {
    const workspace = await createConnected();
    const phones = Array.from({ length: 50 }, (_, index) => `155501430${String(index).padStart(2, '0')}`);
    const body = envelope({ messages: phones.map((phone) => textMessage(phone, 'hello')) });
    body.entry[0]?.changes.unshift(null as never);
    await post(workspace, {
      ...body,
      entry: [null, ...body.entry, { time: 'soon', changes: [{ value: 7 }] }],
    });
    await untilProcessed(workspace);
    for (const phone of phones) expect(await historyOf(workspace, phone)).toHaveLength(1);
    const reasons = (await parkedOf(workspace)).map((item) => item.reason);
    expect(reasons.toSorted()).toEqual([
      '1 of the 2 entries of "changes" are not objects.',
      '1 of the 3 entries of "entry" are not objects.',
      'The change has no "field".',
    ]);
  });
});

describe('a parked item', () => {
  it('is processed again by `parked retry`, and leaves the list', async () => {
    const workspace = await createConnected();
    const message = textMessage('15550144001', 'for another number, at first');
    const contacts = [{ wa_id: '15550144001', profile: { name: 'Ana' } }];
    const other = JSON.stringify(envelope({ contacts, messages: [message] })).replace(
      '800000000000001',
      '123456123',
    );
    await post(workspace, other);
    await post(workspace, 'this is not JSON');
    await post(workspace, envelope({ event: 'x' }, 'some_new_field'));
    await untilProcessed(workspace);
    const before = await ok(`parked list --tenant ${workspace.tenantId} --json`);
    expect(before.data.map((item: Json) => item.kind).toSorted()).toEqual([
      'callback',
      'message',
      'some_new_field',
    ]);
    expect(before.data[0]).not.toHaveProperty('payload');

    // Its number is not connected yet: it is parked again, once.
    expect(await ok(`parked retry --tenant ${workspace.tenantId} --kind message --json`)).toEqual({
      workspaces: 1,
      retried: 1,
      skipped: 0,
    });
    await untilProcessed(workspace);
    expect(await parkedOf(workspace)).toHaveLength(3);

    await rig.server.container.database.run(
      "UPDATE cloud_api_settings SET phone_number_id = '123456123' WHERE tenant_id = :tenantId",
      { tenantId: workspace.scope.key },
    );
    expect(await ok(`parked retry --tenant ${workspace.tenantId} --json`)).toMatchObject({
      retried: 3,
      skipped: 0,
    });
    await eventually(async () => (await historyOf(workspace, '15550144001')).length === 1);
    const [stored] = await historyOf(workspace, '15550144001');
    expect(stored).toMatchObject({ content: 'for another number, at first', platformId: message.id });
    const [contact] = (await workspace.api('GET', '/contacts?search=15550144001')).body.data;
    expect(contact.name).toBe('Ana');
    await untilProcessed(workspace);
    expect((await parkedOf(workspace)).map((item) => item.kind).toSorted()).toEqual([
      'callback',
      'some_new_field',
    ]);
  });

  it('can be selected by id, and an invalid id is an error', async () => {
    const workspace = await createConnected();
    await post(workspace, 'not JSON either');
    await untilProcessed(workspace);
    const [item] = (await ok(`parked list --tenant ${workspace.tenantId} --json`)).data;
    expect(await ok(`parked retry --tenant ${workspace.tenantId} --id ${item.id} --json`)).toMatchObject({
      retried: 1,
    });
    expect(await fails(`parked retry --tenant ${workspace.tenantId} --id nonsense --json`)).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('is stored once, however often its callback is processed', async () => {
    const workspace = await createConnected();
    const body = JSON.stringify(envelope({ messages: [{ type: 'text' }, { type: 'text' }] }));
    await post(workspace, body);
    await untilProcessed(workspace);
    for (let again = 0; again < 3; again += 1) {
      await rig.server.container.database.run(
        'UPDATE inbound_callbacks SET state = 0, items_done = 0, body = :body WHERE tenant_id = :tenantId',
        { tenantId: workspace.scope.key, body: Buffer.from(body) },
      );
      await untilProcessed(workspace);
    }
    expect(await parkedOf(workspace)).toHaveLength(2);
  });
});

describe('a temporary error', () => {
  it('parks nothing: a missing table delays messages, and their order is kept', async () => {
    const workspace = await createConnected();
    const { database } = rig.server.container;
    const phone = '15550145001';
    await database.run('ALTER TABLE messages RENAME TO messages_elsewhere');
    try {
      for (let index = 0; index < 5; index += 1)
        await post(workspace, envelope({ messages: [textMessage(phone, `m${index}`)] }));
      await eventually(async () => {
        await retryNow(workspace);
        const [row] = await database.select<{ tries: number }>(
          'SELECT MAX(attempts) AS tries FROM inbound_callbacks WHERE tenant_id = :tenantId',
          { tenantId: workspace.scope.key },
        );
        return Number(row?.tries) >= 2;
      }, 20_000);
    } finally {
      await database.run('ALTER TABLE messages_elsewhere RENAME TO messages');
    }
    await untilProcessed(workspace);
    expect((await historyOf(workspace, phone)).map((one) => one.content)).toEqual([
      'm4',
      'm3',
      'm2',
      'm1',
      'm0',
    ]);
    expect(await parkedOf(workspace)).toEqual([]);
  }, 90_000);
});

describe('a person whose platform id changes by a notice', () => {
  it('stays one contact', async () => {
    const workspace = await createConnected();
    const first = { ...textMessage('x', 'before'), from: undefined, from_user_id: 'US.1000' };
    await post(workspace, envelope({ messages: [first] }));
    await untilProcessed(workspace);
    const update = {
      user_id_update: [{ user_id: { previous: 'US.1000', current: 'US.2000' }, timestamp: '1767261600' }],
    };
    await post(workspace, envelope(update, 'user_id_update'));
    const second = { ...textMessage('x', 'after'), from: undefined, from_user_id: 'US.2000' };
    await post(workspace, envelope({ messages: [second] }));
    await untilProcessed(workspace);
    const { data } = (await workspace.api('GET', '/contacts')).body;
    expect(data).toHaveLength(1);
    expect((await historyOf(workspace, data[0].id)).map((one) => one.content)).toEqual(['after', 'before']);
    expect(await parkedOf(workspace)).toEqual([]);
  });
});
