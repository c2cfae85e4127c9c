import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ContactImport } from '../../shared/contract/contacts/contact-imports.contract.ts';
import type { ContactAction } from '../../shared/contract/contacts/contacts-page.contract.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { call } from '../helpers/test-server.ts';
import { setUpRig } from './fault-rig.ts';

const ROWS = sized(6_000, 40_000);
const KILLS = sized(3, 20);
const END_MS = sized(60_000, 240_000);

type Rig = Awaited<ReturnType<typeof setUpRig>>;

let cookie = '';

/** Calls the dashboard as its owner; null when the connection broke. */
async function dashboard(rig: Rig, method: string, path: string, body?: unknown) {
  const headers = {
    cookie,
    ...(typeof body === 'string' && { 'content-type': 'application/octet-stream' }),
  };
  return call(`${rig.server.url}/api/dashboard${path}`, { method, body, headers }).catch(() => null);
}

async function signIn(rig: Rig): Promise<void> {
  const body = { email: 'owner@example.test', password: 'correct horse battery' };
  const answer = await call(`${rig.server.url}/api/dashboard/session`, { method: 'POST', body });
  cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
}

type Progress = Pick<ContactImport, 'done' | 'state'>;

/** Kills the server so many times, spread over a step from its first batch to its last, and returns where. */
async function killIn(
  rig: Rig,
  find: () => Promise<Progress | null>,
  { state, total }: { state: string; total: number },
): Promise<number[]> {
  const places: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const target = (0.8 * total * kill) / KILLS;
    const reached = await eventually(async () => {
      const now = await find();
      return now && (now.state !== state || now.done >= target) && now;
    }, END_MS);
    if (reached.state !== state) break;
    await sleep((kill * 13) % 61);
    await rig.server.kill();
    places.push(reached.done);
    await rig.server.start();
  }
  return places;
}

const rowsOf = async (rig: Rig, sql: string) =>
  rig.database.select<{ count: number }>(sql, { t: rig.workspace.tenantKey });
const countOf = async (rig: Rig, sql: string) => Number((await rowsOf(rig, sql))[0]?.count);

describe('kill -9', () => {
  it(
    `${KILLS} times each in the check, the import, a change of all and their undo: every contact once`,
    async () => {
      const rig = await setUpRig();
      await signIn(rig);
      const lines = Array.from(
        { length: ROWS },
        (_, index) => `Person ${index},+4915${String(200_000_000 + index)},imported`,
      );
      const uploaded = await dashboard(
        rig,
        'POST',
        '/contact-imports?filename=people.csv',
        `Name,Phone,Tags\n${lines.join('\n')}\n`,
      );
      if (uploaded?.status !== 201) throw new Error(`the upload returned ${uploaded?.status}`);
      const { id, mapping }: ContactImport = uploaded.body;
      const read = async () =>
        ((await dashboard(rig, 'GET', `/contact-imports/${id}`))?.body ?? null) as ContactImport | null;
      const step = async (name: string, state: string, end: string, body?: object) => {
        expect((await dashboard(rig, 'POST', `/contact-imports/${id}/${name}`, body))?.status).toBe(200);
        const places = await killIn(rig, read, { state, total: ROWS });
        const ended = await eventually(async () => {
          const now = await read();
          return now?.state === end && now;
        }, END_MS);
        console.log(`${name}: killed after ${places.join(', ')} of ${ROWS} rows`);
        expect(places.length, 'a kill came too late').toBeGreaterThan(0);
        return ended.counts;
      };
      const checked = await step('check', 'checking', 'checked', { mapping, mode: 'overwrite' });
      expect(checked).toMatchObject({ new: ROWS, duplicate: 0 });
      const imported = await step('commit', 'importing', 'done');
      expect(imported).toMatchObject({ created: ROWS, updated: 0 });

      const contacts = () => countOf(rig, 'SELECT COUNT(*) AS count FROM contacts WHERE tenant_id = :t');
      const numbers = () =>
        countOf(rig, 'SELECT COUNT(DISTINCT phone) AS count FROM contacts WHERE tenant_id = :t');
      const counted = () =>
        countOf(rig, 'SELECT contacts AS count FROM tenant_counters WHERE tenant_id = :t');
      const tagged = (tag: string) =>
        countOf(rig, `SELECT COUNT(*) AS count FROM contact_tags WHERE tenant_id = :t AND tag = '${tag}'`);
      const created = () =>
        countOf(
          rig,
          "SELECT COUNT(*) AS count FROM events WHERE tenant_id = :t AND name = 'contact.created'",
        );
      expect([await contacts(), await numbers(), await counted(), await created()]).toEqual([
        ROWS,
        ROWS,
        ROWS,
        ROWS,
      ]);
      expect(await tagged('imported')).toBe(ROWS);

      const started = await dashboard(rig, 'POST', '/contact-actions', {
        choice: { filter: { tag: 'imported' } },
        change: { kind: 'add_tags', tags: ['all of them'] },
      });
      expect(started?.body).toMatchObject({ total: ROWS });
      const actionId = started?.body.id;
      const action = async () =>
        ((await dashboard(rig, 'GET', '/contact-actions'))?.body.data ?? []).find(
          (one: ContactAction) => one.id === actionId,
        ) ?? null;
      const ended = (state: string) =>
        eventually(async () => {
          const now = await action();
          return now?.state === state && now;
        }, END_MS);
      const changing = await killIn(rig, action, { state: 'running', total: ROWS });
      expect(await ended('done')).toMatchObject({ done: ROWS, changed: ROWS });
      expect(await tagged('all of them')).toBe(ROWS);
      await dashboard(rig, 'POST', `/contact-actions/${actionId}/undo`);
      const undoing = await killIn(rig, action, { state: 'undoing', total: ROWS });
      expect(await ended('undone')).toMatchObject({ changed: 0 });
      expect(await tagged('all of them')).toBe(0);
      console.log(`the change: killed after ${changing.join(', ')}; its undo: after ${undoing.join(', ')}`);

      // The undo of the import asks for the password again after a while; a new session has just been asked.
      await signIn(rig);
      const undone = await step('undo', 'undoing', 'undone');
      expect(undone).toMatchObject({ undone: ROWS, kept: 0 });
      expect([await contacts(), await counted(), await tagged('imported')]).toEqual([0, 0, 0]);
    },
    8 * END_MS,
  );
});
