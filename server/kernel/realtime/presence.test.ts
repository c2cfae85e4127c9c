import { expect, it } from 'vitest';
import {
  PRESENCE_LEASE_MS,
  type PresenceSignal,
  type PresenceUpdate,
} from '../../../shared/events/presence.ts';
import type { UserActor } from '../auth/actor.ts';
import { createPresence, type SharedSignal } from './presence.ts';

const place = (letter: string) => `cv_${letter.repeat(26)}`.replace(/_./, '_0');
const [here, there] = [place('a'), place('b')];
const viewing = (conversationId: string | null): PresenceSignal => ({ conversationId, state: 'viewing' });
const replying = (conversationId: string): PresenceSignal => ({ conversationId, state: 'replying' });
const personOf = (id: string, tenantId = 'one') => ({ id, name: id, scope: { tenantId } }) as UserActor;

/** Presence of one server, with what it shows to each workspace and passes on, and a time that the test moves. */
function setup() {
  const time = { ms: 0 };
  const shown: [string, PresenceUpdate][] = [];
  const shared: SharedSignal[] = [];
  const presence = createPresence({
    show: (tenantId, update) => shown.push([tenantId, update]),
    share: (signal) => shared.push(signal),
    now: () => time.ms,
    perTenantMax: 50,
  });
  const peopleIn = (conversationId: string, tenantId = 'one') =>
    presence
      .all(tenantId)
      .conversations.find((one) => one.conversationId === conversationId)
      ?.people.map(({ id, state }) => `${id} ${state}`) ?? [];
  return { presence, time, shown, shared, peopleIn };
}

it('shows who is where, in their own workspace alone', () => {
  const { presence, shown, peopleIn } = setup();
  const leo = presence.follow('socket 1', personOf('leo'));
  presence.follow('socket 2', personOf('eve', 'other')).say(viewing(here));
  leo.say(viewing(here));
  expect(peopleIn(here)).toEqual(['leo viewing']);
  expect(peopleIn(here, 'other')).toEqual(['eve viewing']);
  leo.say(replying(there));
  expect([peopleIn(here), peopleIn(there)]).toEqual([[], ['leo replying']]);
  expect(shown.filter(([tenantId]) => tenantId === 'one').at(-1)?.[1]).toMatchObject({
    conversations: [
      { conversationId: here, people: [] },
      { conversationId: there, people: [{ id: 'leo', state: 'replying' }] },
    ],
  });
  leo.end();
  expect(peopleIn(there)).toEqual([]);
});

it('knows in which language a person reads, and shows it to nobody', () => {
  const { presence, shown } = setup();
  presence.follow('socket 1', personOf('leo')).say({ ...viewing(here), language: 'pt-BR' });
  presence.follow('socket 2', personOf('ana')).say(viewing(here));
  expect(presence.peopleIn('one', here).map(({ id, language }) => [id, language])).toEqual([
    ['leo', 'pt-BR'],
    ['ana', undefined],
  ]);
  expect(JSON.stringify([shown, presence.all('one')])).not.toContain('language');
  presence.follow('socket 3', personOf('eve')).say({ ...viewing(here), language: 'klingon' as 'en' });
  expect(presence.peopleIn('one', here)).toHaveLength(2);
});

it('a person with two screens is one person, who is replying if they are on one of them', () => {
  const { presence, peopleIn } = setup();
  presence.follow('socket 1', personOf('leo')).say(replying(here));
  const second = presence.follow('socket 2', personOf('leo'));
  second.say(viewing(here));
  expect(peopleIn(here)).toEqual(['leo replying']);
  second.end();
  expect(peopleIn(here)).toEqual(['leo replying']);
});

it('a lease of another server ends by itself; a repeated one does not, and is shown once', () => {
  const { presence, time, shown, shared, peopleIn } = setup();
  const person = { id: 'ana', name: 'Ana' };
  presence.receive({ tenantId: 'one', socketId: 'elsewhere', person, signal: viewing(here) });
  const leo = presence.follow('socket 1', personOf('leo'));
  leo.say(viewing(here));
  const before = shown.length;
  time.ms = PRESENCE_LEASE_MS - 1;
  leo.say(viewing(here));
  // Shared again, so that the other servers do not end it either.
  expect([shown.length, shared.length]).toEqual([before, 2]);
  time.ms = PRESENCE_LEASE_MS;
  presence.sweep();
  expect(peopleIn(here)).toEqual(['leo viewing']);
  expect(shown).toHaveLength(before + 1);
});

it('ignores what is no signal, and a socket that sends too many', () => {
  const { presence, time, peopleIn } = setup();
  const leo = presence.follow('socket 1', personOf('leo'));
  for (const wrong of [null, 'cv', { conversationId: 'x', state: 'viewing' }, { ...viewing(here), more: 1 }])
    leo.say(wrong);
  expect(presence.all('one').conversations).toEqual([]);
  for (let count = 0; count < 60; count += 1) leo.say(viewing(count % 2 === 0 ? here : there));
  leo.say(replying(here));
  expect([...peopleIn(here), ...peopleIn(there)]).toEqual(['leo viewing']);
  time.ms = 10_001;
  leo.say(replying(here));
  expect(peopleIn(here)).toEqual(['leo replying']);
});

it('keeps a bounded number of open conversations', () => {
  const { presence } = setup();
  for (let count = 0; count < 60; count += 1)
    presence.follow(`socket ${count}`, personOf(`person ${count}`)).say(viewing(here));
  presence.follow('late', personOf('late')).say(viewing(there));
  const { conversations } = presence.all('one');
  expect(conversations.map(({ people }) => people.length)).toEqual([20]);
});
