import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { contactRows, expectSameRows } from '../helpers/contact-rows.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { createWorkspace, OWNER_PASSWORD } from '../helpers/test-server.ts';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(async () => {
  await rig.stop();
  expect(trippedStatements).toEqual([]);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const dashboard = (method: string, path: string, body?: unknown) =>
  rig.workspace.dashboard(method, path, body);
const merge = (source: string, into: string, take: string[] = []) =>
  api('POST', `/contacts/${source}/merge`, { into, take });
const undo = (source: string) => api('POST', `/contacts/${source}/merge/undo`);
const leaveOut = (id: string, isLeftOut: boolean) =>
  dashboard('PUT', `/contacts/${id}/assist`, { isLeftOut });
const contact = async (reference: string): Promise<Json> => (await api('GET', `/contacts/${reference}`)).body;
const create = async (body: object): Promise<Json> => (await api('POST', '/contacts', body)).body;
const texts = async (phone: string) => (await rig.history(phone)).map(({ content }) => content).toSorted();

let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `1555019${String(numbers).padStart(4, '0')}`;
}

async function customer(name: string) {
  const phone = newPhone();
  const { contact: id } = await rig.hello(phone, `from ${name}`);
  return { id, phone, conversation: (await api('GET', `/conversations/${phone}`)).body.id };
}

const rowsOf = (id: string) =>
  contactRows(rig.server.container.database, rig.workspace.scope.key, decodeId(id));

/** What a team, a program and a customer do, before a merge. */
const ACTIONS = {
  writes: ({ phone }) => rig.hello(phone, `again ${randomUUID()}`),
  answered: ({ phone }) => rig.send({ contactId: phone, type: 'text', content: 'an answer' }),
  scheduled: ({ phone }) =>
    rig.send({
      ...{ contactId: phone, type: 'text', content: 'later' },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  noted: async ({ conversation }, me) =>
    dashboard('POST', `/conversations/${conversation}/notes`, {
      ...{ content: 'look', mentions: [me], clientId: randomUUID() },
    }),
  labelled: async ({ conversation }) => {
    const { body } = await dashboard('POST', '/labels', { name: `L ${randomUUID().slice(0, 12)}` });
    return api('PATCH', `/conversations/${conversation}`, { labels: [body.id] });
  },
  closed: ({ conversation }) => api('PATCH', `/conversations/${conversation}`, { status: 'closed' }),
  snoozed: ({ conversation }) =>
    api('PATCH', `/conversations/${conversation}`, {
      ...{ status: 'snoozed', snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  assigned: ({ conversation }, me) => api('PATCH', `/conversations/${conversation}`, { assigneeId: me }),
  read: ({ conversation }) => dashboard('POST', `/conversations/${conversation}/read`),
  drafted: ({ conversation }) =>
    dashboard('PUT', `/drafts/${conversation}`, {
      ...{
        baseRevision: null,
        content: { reply: `typed ${randomUUID()}`, note: '', template: '', quote: '' },
      },
    }),
  tagged: ({ id }) => api('PATCH', `/contacts/${id}`, { addTags: ['a', `t${randomUUID().slice(0, 4)}`] }),
  named: ({ id }) =>
    api('PATCH', `/contacts/${id}`, { name: `N ${randomUUID()}`, email: 'n@example.com', status: 'hot' }),
  unsubscribed: ({ id }) => api('PATCH', `/contacts/${id}`, { marketing: 'unsubscribed' }),
  blocked: ({ id }) => api('PATCH', `/contacts/${id}`, { blocked: true }),
  valued: ({ id }) => api('PATCH', `/contacts/${id}`, { attributes: { city: randomUUID() } }),
  leftOut: ({ id }) => leaveOut(id, true),
} satisfies Record<
  string,
  (one: { id: string; phone: string; conversation: string }, me: string) => Promise<unknown>
>;
const action = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]));

describe('the undo of a merge', () => {
  it('gives the state before, whatever both contacts had', async () => {
    await dashboard('POST', '/contact-fields', { key: 'city', name: 'City', type: 'text' });
    const me = (await dashboard('GET', '/session')).body.user.id;
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 7 }),
        fc.array(action, { maxLength: 7 }),
        fc.subarray(['name', 'phone', 'email', 'status', 'field:city']),
        async (ofSource, ofTarget, take) => {
          const [source, target] = [await customer('the source'), await customer('the target')];
          for (const name of ofSource) await ACTIONS[name](source, me);
          for (const name of ofTarget) await ACTIONS[name](target, me);
          await settled();
          const before = [await rowsOf(source.id), await rowsOf(target.id)] as const;
          expect((await merge(source.id, target.id, take)).status).toBe(200);
          await settled();
          const undone = await undo(source.id);
          expect(undone.body).toMatchObject({ id: source.id });
          expect(undone.status).toBe(200);
          await settled();
          expectSameRows(await rowsOf(source.id), before[0]);
          expectSameRows(await rowsOf(target.id), before[1]);
        },
      ),
      {
        numRuns: 8,
        examples: [
          [[], ['closed'], []],
          [[], ['answered', 'closed'], ['phone']],
        ],
      },
    );
  }, 300_000);

  it('gives back a conversation that was moved, with what came since', async () => {
    const source = await customer('the source');
    const target = await create({ phone: newPhone(), name: 'Imported' });
    const before = [await rowsOf(source.id), await contact(target.id)] as const;
    expect((await merge(source.id, target.id)).body.phone).toBe(source.phone);
    await rig.hello(source.phone, 'since the merge');
    expect((await undo(source.id)).status).toBe(200);
    expect(await texts(source.phone)).toEqual(['from the source', 'since the merge']);
    expect((await contact(target.id)).phone).toBe(target.phone);
    expect(await rig.history(target.phone)).toEqual([]);
    const { conversations } = await rowsOf(source.id);
    expect(conversations).toHaveLength(1);
    expect(conversations?.[0]).not.toEqual(before[0].conversations?.[0]);
    expect((await rig.hello(source.phone, 'and after the undo')).contact).toBe(source.id);
    expect((await rig.hello(target.phone, 'the other one')).contact).toBe(target.id);
  });

  it('gives back the reply window of a conversation that was moved to another number', async () => {
    const source = await customer('the source');
    const target = await create({ phone: newPhone(), name: 'Imported' });
    await settled();
    const before = [await rowsOf(source.id), await rowsOf(target.id)] as const;
    const kept = await api('POST', `/contacts/${source.id}/merge`, { into: target.id, keep: ['phone'] });
    expect(kept.body.phone).toBe(target.phone);
    expect((await undo(source.id)).status).toBe(200);
    await settled();
    expectSameRows(await rowsOf(source.id), before[0]);
    expectSameRows(await rowsOf(target.id), before[1]);
    expect((await rig.send({ contactId: source.id, type: 'text', content: 'hi' })).body.status).toBe('sent');
  });

  it('leaves out of the assistant whom it was left out for, and as both who was left out since', async () => {
    const isLeftOut = async (id: string) => (await dashboard('GET', `/contacts/${id}/assist`)).body.isLeftOut;
    const [source, target] = [await customer('the source'), await customer('the target')];
    await leaveOut(source.id, true);
    const { latestSeq } = (await dashboard('GET', '/events?since=0&limit=1')).body;
    await merge(source.id, target.id);
    expect(await isLeftOut(target.id)).toBe(true);
    await undo(source.id);
    expect([await isLeftOut(source.id), await isLeftOut(target.id)]).toEqual([true, false]);
    const { events } = (await dashboard('GET', `/events?since=${latestSeq}`)).body;
    const changes = events.filter(({ name }: Json) => name === 'assist.exclusion_changed');
    expect(changes.map(({ payload }: Json) => payload)).toEqual([
      { contactId: target.id, isLeftOut: true },
      { contactId: target.id, isLeftOut: false },
      { contactId: source.id, isLeftOut: true },
    ]);
    // Allowed again by a member, then left out: that was about both.
    await merge(source.id, target.id);
    await leaveOut(target.id, false);
    await leaveOut(target.id, true);
    await undo(source.id);
    expect([await isLeftOut(source.id), await isLeftOut(target.id)]).toEqual([true, true]);
    const [other, heir] = [await customer('another source'), await customer('another target')];
    await merge(other.id, heir.id);
    await leaveOut(heir.id, true);
    await undo(other.id);
    expect([await isLeftOut(other.id), await isLeftOut(heir.id)]).toEqual([true, true]);
  });

  it('is done for a merge during which a draft was cleared, as one before an upgrade has recorded it', async () => {
    const { database } = rig.server.container;
    const [source, target] = [await customer('the source'), await customer('the target')];
    await ACTIONS.drafted(source);
    await merge(source.id, target.id);
    const merged = { tenantId: rig.workspace.scope.key, id: decodeId(source.id) };
    await database.run(
      `UPDATE contact_merges SET undo_data = JSON_REMOVE(JSON_SET(undo_data, '$.afterRows.drafts', JSON_ARRAY()),
         '$.sourceRows.assist_exclusions', '$.beforeRows.assist_exclusions', '$.afterRows.assist_exclusions')
       WHERE tenant_id = :tenantId AND source_id = :id`,
      merged,
    );
    expect(await undo(source.id)).toMatchObject({ status: 200, body: { id: source.id } });
    expect((await rowsOf(source.id)).drafts).toBeUndefined();
  });

  it('leaves with the other contact what came, or was changed, since the merge', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await api('PATCH', `/contacts/${source.id}`, { email: 'source@example.com', addTags: ['s'] });
    await api('PATCH', `/contacts/${target.id}`, { name: 'Target', addTags: ['t'] });
    await merge(source.id, target.id);
    await rig.hello(target.phone, 'since the merge');
    await api('POST', `/conversations/${target.conversation}/notes`, { content: 'since the merge' });
    await api('PATCH', `/contacts/${target.id}`, {
      ...{ name: 'Renamed', addTags: ['since'], status: 'customer', marketing: 'unsubscribed' },
    });
    await api('PATCH', `/conversations/${target.conversation}`, { status: 'closed' });
    expect((await undo(source.id)).body).toMatchObject({
      ...{ email: 'source@example.com', tags: ['s'], status: 'cold', marketing: 'unsubscribed' },
    });
    expect(await contact(target.id)).toMatchObject({
      ...{
        name: 'Renamed',
        email: null,
        tags: ['t', 'since'],
        status: 'customer',
        marketing: 'unsubscribed',
      },
    });
    expect(await texts(source.phone)).toEqual(['from the source']);
    expect(await texts(target.phone)).toEqual(['from the target', 'since the merge']);
    const conversation = async (phone: string) => (await api('GET', `/conversations/${phone}`)).body;
    expect(await conversation(source.phone)).toMatchObject({ id: source.conversation, status: 'open' });
    expect(await conversation(target.phone)).toMatchObject({ id: target.conversation, status: 'closed' });
    const notes = (await api('GET', `/conversations/${target.phone}/notes`)).body.data;
    expect(notes).toMatchObject([{ content: 'since the merge' }]);
    // Each is answered at its own number, and found by it.
    for (const { id, phone } of [source, target]) {
      expect((await rig.send({ contactId: id, type: 'text', content: 'hi' })).body).toMatchObject({
        ...{ contact: id, contactId: phone, status: 'sent', warnings: [] },
      });
      expect((await rig.hello(phone, 'and again')).contact).toBe(id);
    }
  });

  it('gives each its row of a broadcast that had both in its audience', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    const { database } = rig.server.container;
    const tenantId = rig.workspace.scope.key;
    const row = async (id: string) =>
      (await rowsOf(id)).broadcast_recipients?.map((text) => JSON.parse(text).state);
    for (const [isEnded, states] of [
      [false, [0, 0]],
      [true, [1, 2]],
    ] as const) {
      const id = newKey();
      await database.run(
        `INSERT INTO broadcasts (id, tenant_id, name, status, template_name, template_language, components,
           audience_kind, counts, created_at, completed_at)
         VALUES (:id, :tenantId, :name, 'canceled', 'x', 'en', '[]', 'contacts', '{}', UTC_TIMESTAMP(3),
           IF(:isEnded, UTC_TIMESTAMP(3), NULL))`,
        { id, tenantId, name: `B ${isEnded}`, isEnded: isEnded ? 1 : 0 },
      );
      for (const [index, { id: contactId }] of [source, target].entries())
        await database.run(
          `INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state, message_id)
           VALUES (:tenantId, :id, :contactId, :state, :messageId)`,
          {
            ...{ tenantId, id, contactId: decodeId(contactId), state: states[index] ?? 0 },
            messageId: states[index] === 2 ? newKey() : null,
          },
        );
    }
    await merge(source.id, target.id);
    expect(await row(target.id)).toHaveLength(2);
    await undo(source.id);
    expect((await row(source.id))?.toSorted()).toEqual([0, 1]);
    expect((await row(target.id))?.toSorted()).toEqual([0, 2]);
  });

  it.each(['joined', 'moved'])(
    'gives back what was learned from answers, in a %s conversation',
    async (kind) => {
      const source = await customer('the source');
      const target =
        kind === 'joined'
          ? await customer('the target')
          : await create({ phone: newPhone(), name: 'Imported' });
      const { database } = rig.server.container;
      const tenantId = rig.workspace.scope.key;
      const [message] = await database.select<{ id: Buffer }>(
        'SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId',
        { tenantId, contactId: decodeId(source.id) },
      );
      const of = { tenantId, contactId: decodeId(source.id), messageId: message?.id ?? newKey() };
      await database.run(
        `INSERT INTO reply_examples (tenant_id, answer_id, message_id, contact_id, created_at)
       VALUES (:tenantId, :messageId, :messageId, :contactId, UTC_TIMESTAMP(3))`,
        of,
      );
      await database.run(
        `INSERT INTO after_hours_answers (tenant_id, message_id, contact_id, result, created_at)
       VALUES (:tenantId, :messageId, :contactId, 'none', UTC_TIMESTAMP(3))`,
        of,
      );
      const proposal = { ...of, id: newKey() };
      await database.run(
        `INSERT INTO reply_proposals (tenant_id, id, state, is_shadow, name, content, subject, language, model, answers,
           contacts, created_at) VALUES (:tenantId, :id, 0, 0, 'Hours', 'At nine', '', 'en', '', 5, 2, UTC_TIMESTAMP(3))`,
        { tenantId, id: proposal.id },
      );
      await database.run(
        `INSERT INTO reply_proposal_sources (tenant_id, proposal_id, answer_id, question_id, contact_id)
         VALUES (:tenantId, :id, :messageId, :messageId, :contactId)`,
        proposal,
      );
      await merge(source.id, target.id);
      // So that the deletion of the merged contact finds the proposal.
      expect((await rowsOf(target.id)).reply_proposal_sources).toHaveLength(1);
      await undo(source.id);
      const rows = await rowsOf(source.id);
      const learned = [rows.reply_examples, rows.after_hours_answers, rows.reply_proposal_sources];
      expect(learned.map((some) => some?.length)).toEqual([1, 1, 1]);
      expect((await rowsOf(target.id)).reply_examples).toBeUndefined();
      expect((await rowsOf(target.id)).reply_proposal_sources).toBeUndefined();
    },
  );

  it('unassigns a conversation whose assignee has left since', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    const { id } = await rig.workspace.addMember({
      ...{ name: 'Leaver', email: 'leaver@example.test', role: 'staff', password: OWNER_PASSWORD },
    });
    await api('PATCH', `/conversations/${source.conversation}`, { assigneeId: id });
    await merge(source.id, target.id);
    expect((await dashboard('DELETE', `/members/${id}`)).status).toBe(200);
    await undo(source.id);
    const { body } = await api('GET', `/conversations/${source.phone}`);
    expect(body).toMatchObject({ id: source.conversation, assignee: null });
    const { body: unassigned } = await api('GET', '/conversations?assignee=none&limit=100');
    expect(unassigned.data.map(({ id }: Json) => id)).toContain(source.conversation);
  });

  it('is in the timeline, in the audit log and in the events, and programs learn of it', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await api('PATCH', `/contacts/${source.id}`, { name: 'Ada' });
    await dashboard('POST', `/contacts/${source.id}/merge`, { into: target.id });
    const timeline = async (id: string) =>
      (await dashboard('GET', `/contact-timelines/${id}`)).body.data.filter(
        ({ kind }: Json) => kind === 'merge',
      );
    const [item] = await timeline(target.id);
    expect(item).toMatchObject({ text: 'Ada', merge: { contactId: source.id } });
    expect(item.author).not.toBeNull();
    const days = (Date.parse(item.merge.undoUntil) - Date.parse(item.at)) / 86_400_000;
    expect(days).toBe(30);

    const { latestSeq } = (await dashboard('GET', '/events?since=0&limit=1')).body;
    const start = await changesFromNow();
    await dashboard('POST', `/contacts/${source.id}/merge/undo`);
    const { events } = (await dashboard('GET', `/events?since=${latestSeq}`)).body;
    expect(events.map(({ name }: Json) => name)).toEqual([
      ...['contact.created', 'contact.updated', 'conversation.updated', 'conversation.updated'],
    ]);
    expect(events[0].payload).toMatchObject({
      contact: { id: source.id, name: 'Ada' },
      splitFrom: {
        ...{ id: target.id, conversationId: target.conversation, ownConversationId: source.conversation },
      },
    });
    expect(await timeline(target.id)).toEqual([]);
    const audit = (await dashboard('GET', '/audit-log?limit=1')).body.data;
    expect(audit).toMatchObject([{ action: 'contact.merge_undone', target: { id: source.id } }]);
    const { body } = await api('GET', `/messages?cursor=${start}`);
    expect(body).toMatchObject({ data: [], splits: [{ contact: source.id, from: target.id }] });
    expect((await api('GET', `/messages?cursor=${body.cursor}`)).body.splits).toEqual([]);
  });
});

/** Returns the cursor of the changes from here on. */
async function changesFromNow(): Promise<string> {
  let { body } = await api('GET', '/messages?limit=100');
  while (body.hasMore) ({ body } = await api('GET', `/messages?limit=100&cursor=${body.cursor}`));
  return body.cursor;
}

describe('is refused', () => {
  it('for a contact that is not merged, a foreign one, and a second time', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    expect((await undo(source.id)).body.error.code).toBe('contact_merge_not_found');
    expect((await undo('15550000000')).status).toBe(404);
    await merge(source.id, target.id);
    const other = await createWorkspace(rig.server);
    expect((await other.api('POST', `/contacts/${source.id}/merge/undo`)).status).toBe(404);
    expect((await undo(target.id)).body.error.code).toBe('contact_merge_not_found');
    expect((await undo(source.id)).status).toBe(200);
    expect((await undo(source.id)).body.error.code).toBe('contact_merge_not_found');
  });

  it('while a later merge into the same contact stands, also of the contact itself', async () => {
    const [a, b, c] = [await customer('a'), await customer('b'), await customer('c')];
    await settled();
    const before = [await rowsOf(a.id), await rowsOf(b.id), await rowsOf(c.id)] as const;
    await merge(a.id, b.id);
    await merge(b.id, c.id);
    expect((await undo(a.id)).body.error).toMatchObject({ code: 'contact_merge_followed', contactId: b.id });
    expect((await undo(b.id)).status).toBe(200);
    expect((await contact(a.id)).id).toBe(b.id);
    expect((await undo(a.id)).status).toBe(200);
    await settled();
    for (const [index, one] of [a, b, c].entries()) expectSameRows(await rowsOf(one.id), before[index] ?? {});
  });

  it('when another contact has a number of it now', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await merge(source.id, target.id);
    const other = await customer('another one');
    await rig.server.container.database.run(
      `UPDATE contact_identities SET contact_id = :other
       WHERE tenant_id = :tenantId AND kind = 'phone' AND value = :phone`,
      { tenantId: rig.workspace.scope.key, other: decodeId(other.id), phone: source.phone },
    );
    expect((await undo(source.id)).body.error.code).toBe('contact_merge_number_taken');
    // Nothing of it was done.
    expect((await contact(source.id)).id).toBe(target.id);
    expect(await texts(target.phone)).toEqual(['from the source', 'from the target']);
  });

  it('after 30 days, when what is needed for it is deleted; and after the deletion of the other contact', async () => {
    const { database } = rig.server.container;
    const tenantId = rig.workspace.scope.key;
    const [source, target] = [await customer('the source'), await customer('the target')];
    await merge(source.id, target.id);
    const [deleted, heir] = [await customer('deleted'), await customer('its heir')];
    await merge(deleted.id, heir.id);
    await api('DELETE', `/contacts/${heir.id}`);
    expect((await undo(deleted.id)).status).toBe(404);
    await database.run(
      `UPDATE contact_merges SET merged_at = merged_at - INTERVAL 31 DAY
       WHERE tenant_id = :tenantId AND source_id = :id`,
      { tenantId, id: decodeId(source.id) },
    );
    expect((await undo(source.id)).body.error.code).toBe('contact_merge_expired');
    const left = async () => {
      const rows = await database.select<{ merges: number; keys: number }>(
        `SELECT (SELECT COUNT(*) FROM contact_merges WHERE tenant_id = :tenantId AND source_id = :id
             AND undo_data IS NOT NULL) AS merges,
           (SELECT COUNT(*) FROM contact_merge_rows r WHERE r.tenant_id = :tenantId AND NOT EXISTS (
             SELECT 1 FROM contact_merges g WHERE g.tenant_id = r.tenant_id AND g.merge_id = r.merge_id AND g.undo_data IS NOT NULL)) AS \`keys\``,
        { tenantId, id: decodeId(source.id) },
      );
      return rows;
    };
    await rig.server.container.housekeeping.pass();
    expect(await left()).toMatchObject([{ merges: 0, keys: 0 }]);
    expect((await undo(source.id)).body.error.code).toBe('contact_merge_expired');
    expect((await contact(source.id)).id).toBe(target.id);
  });
});

describe('at the same time', () => {
  it('of many undos of one merge, one is done', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await merge(source.id, target.id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(source.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await texts(source.phone)).toEqual(['from the source']);
    expect(await texts(target.phone)).toEqual(['from the target']);
  });

  it('a merge of the other contact comes before it or after it, and no message is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b, c] = [await customer('a'), await customer('b'), await customer('c')];
      await merge(a.id, b.id);
      const [undone, merged] = await Promise.all([
        undo(a.id),
        merge(b.id, c.id),
        rig.platform.customerWrites(a.phone, 'now'),
      ]);
      expect(merged.status).toBe(200);
      expect([200, 409]).toContain(undone.status);
      const isUndone = undone.status === 200;
      expect((await contact(a.id)).id).toBe(isUndone ? a.id : c.id);
      const all = async () => [...(await texts(c.phone)), ...(isUndone ? await texts(a.phone) : [])];
      await expect.poll(async () => (await all()).toSorted()).toEqual(['from a', 'from b', 'from c', 'now']);
    }
  });
});

/** Waits until nothing that follows from earlier requests is under way: sends, and the figures of insights. */
async function settled(): Promise<void> {
  const { database } = rig.server.container;
  const tenantId = rig.workspace.scope.key;
  await eventually(async () => {
    const [row] = await database.select<{ busy: number }>(
      `SELECT (SELECT COUNT(*) FROM outbound_sends WHERE tenant_id = :tenantId AND state = 0
           AND visible_at < UTC_TIMESTAMP(3) + INTERVAL 10 MINUTE)
         + (SELECT COUNT(*) FROM messages WHERE tenant_id = :tenantId AND status = 'sent' AND direction = 'outbound')
         + (SELECT c.seq - COALESCE((SELECT i.seq FROM insight_cursors i WHERE i.tenant_id = :tenantId), 0)
            FROM tenant_counters c WHERE c.tenant_id = :tenantId) AS busy`,
      { tenantId },
    );
    return Number(row?.busy) === 0;
  }, 20_000);
}
