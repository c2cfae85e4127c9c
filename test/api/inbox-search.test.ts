import { beforeAll, expect, it } from 'vitest';
import { contactsFound } from '../../server/features/contacts/index.ts';
import { listConversations } from '../../server/features/conversations/index.ts';
import { createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

/** Adds a contact with a conversation, and returns the contact's id. */
async function addTo(workspace: TestWorkspace, contact: object): Promise<string> {
  const { status, body } = await workspace.api('POST', '/contacts', contact);
  expect(status, JSON.stringify(body)).toBe(201);
  const opened = await workspace.dashboard('POST', `/contacts/${body.id}/conversation`);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  return body.id;
}

/** Returns the names that the box above the list finds. */
async function namesOf(search: string, more = ''): Promise<string[]> {
  const query = `search=${encodeURIComponent(search)}${more}`;
  const { status, body } = await rig.workspace.dashboard('GET', `/conversations?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ contact }: { contact: { name: string } }) => contact.name);
}

const PEOPLE = [
  {
    name: 'Ana Prado',
    phone: '+4917612340001',
    email: 'ana.prado@floricultura.example',
    tags: ['Wholesale'],
  },
  { name: 'Bruno Lima', phone: '+4917612340002', email: 'compras@lima.example', tags: ['wholesale', 'VIP'] },
  { name: 'Çelik Öz', phone: '+4917612340003', tags: ['Newsletter list'] },
  { name: 'Sam Vip', phone: '+4917612340004' },
];
const ids: string[] = [];

beforeAll(async () => {
  for (const person of PEOPLE) ids.push(await addTo(rig.workspace, person));
  await addTo(await createWorkspace(rig.server), {
    ...{ name: 'Of another workspace', phone: '+4917612340009' },
    ...{ email: 'ana.prado@floricultura.example', tags: ['wholesale'] },
  });
});

it.each<[string, string, string[]]>([
  ['the beginning of an email address', 'ana.pra', ['Ana Prado']],
  ['a whole email address, however it is written', 'COMPRAS@Lima.Example', ['Bruno Lima']],
  ['the domain of one', 'floricultura.example', ['Ana Prado']],
  ['the domain of one with its @', '@lima.example', ['Bruno Lima']],
  ['a whole tag, the newest activity first', 'wholesale', ['Bruno Lima', 'Ana Prado']],
  ['a tag with a space', 'newsletter list', ['Çelik Öz']],
  ['no part of a tag', 'whole', []],
  ['a tag and a name', 'vip', ['Sam Vip', 'Bruno Lima']],
  ['any part of a name, without accents', 'elik o', ['Çelik Öz']],
  ['any part of a number', '1234000', ['Sam Vip', 'Çelik Öz', 'Bruno Lima', 'Ana Prado']],
  ['nothing that no contact has', 'no such person', []],
])('the inbox finds conversations by %s', async (_, search, names) => {
  expect(await namesOf(search)).toEqual(names);
});

it('a search of a view finds the conversations of that view', async () => {
  const [conversation] = (await rig.workspace.dashboard('GET', '/conversations?search=lima')).body.data;
  await rig.workspace.dashboard('PATCH', `/conversations/${conversation.id}`, { status: 'closed' });
  expect(await namesOf('wholesale', '&view=closed')).toEqual(['Bruno Lima']);
  expect(await namesOf('wholesale', '&view=open')).toEqual(['Ana Prado']);
  expect(await namesOf('wholesale', '&view=open&unread=true')).toEqual([]);
});

it('an email address and a tag that were changed are found as they are now', async () => {
  const { status } = await rig.workspace.api('PATCH', `/contacts/${ids[0]}`, {
    email: 'ana@novo.example',
    tags: ['Retail'],
  });
  expect(status).toBe(200);
  expect(await namesOf('ana.prado@')).toEqual([]);
  expect(await namesOf('novo.example')).toEqual(['Ana Prado']);
  expect(await namesOf('wholesale')).toEqual(['Bruno Lima']);
  expect(await namesOf('retail')).toEqual(['Ana Prado']);
});

it('a search that finds many contacts compares some conversations per request, and finds the same', async () => {
  const { contextFor } = rig.server.container;
  const ctx = contextFor(rig.workspace.scope);
  for (const search of ['1234000', 'vip', 'lima.example']) {
    const few = await contactsFound(ctx, search);
    // As if so few suffixes were too many to sort.
    const many = await contactsFound(ctx, search, { sorted: 0, compared: 0 });
    expect(few).toHaveProperty('ids');
    expect(many).toHaveProperty('sql');
    const readBy = async (found: typeof few) => {
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { view: 'all', search, limit: 1, cursor } as const;
        const page = await listConversations(ctx, query, found, 2);
        read.push(...page.data.map(({ contact }) => contact.name ?? ''));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return read;
    };
    const read = await readBy(few);
    expect(read).toEqual(await namesOf(search));
    expect(await readBy(many)).toEqual(read);
  }
});
