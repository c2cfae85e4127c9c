import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUALIFICATION_CASES } from '../../server/flows/assist/qualification/cases.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { type GoldenManner, goldenAnswer } from '../helpers/golden-engine.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

const TOTAL = QUALIFICATION_CASES.length;

let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist();
});
afterAll(() => rig.stop());
beforeEach(() => rig.engine.calls.splice(0));

const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);
const database = () => rig.messaging.server.container.database;
const run = (sql: string, bindings: object = {}) =>
  database().run(`/* system: test */ ${sql}`, { ...bindings });
const select = (sql: string) => database().select<Json>(`/* system: test */ ${sql}`);
const view = async () => (await dashboard('GET', '/assist/qualification')).body;
const plays = (manner: GoldenManner) => rig.engine.answer((call) => goldenAnswer(call, manner) ?? 'ok');

/** Waits for a state of the run. */
async function until(state: string): Promise<Json> {
  return eventually(async () => {
    rig.messaging.server.wake();
    const now = await view();
    return now.state === state ? now : null;
  }, 60_000);
}

async function qualify(manner: GoldenManner): Promise<Json> {
  plays(manner);
  expect((await dashboard('POST', '/assist/qualification')).status).toBe(202);
  return until('done');
}

describe('a qualification run', () => {
  it('offers every feature with a model that answers well, and stores no text', async () => {
    const before = await view();
    expect(before).toMatchObject({ model: rig.engine.model, state: 'none', result: null, mayRun: true });
    // Behind another engine, which may cost money, nothing starts by itself.
    expect(before.startsByItself).toBe(false);
    const { result } = await qualify('right');
    expect(result).toMatchObject({ cases: TOTAL, isOutdated: false });
    const refused = Object.entries<Json>(result.features).filter(([, { isOffered }]) => !isOffered);
    expect(refused).toEqual([]);
    const drafts = result.features.drafts.figures;
    expect(drafts.find(({ measure }: Json) => measure === 'answers')).toMatchObject({
      ...{ value: 1, en: 1, pt: 1, limit: 0.6, isPassed: true },
    });
    expect((await dashboard('GET', '/assist/model')).body).toMatchObject({ state: 'ready', notOffered: [] });

    const [row] = await select('SELECT cases, result FROM model_qualifications');
    const cases: Json[] = typeof row.cases === 'string' ? JSON.parse(row.cases) : row.cases;
    expect(cases).toHaveLength(TOTAL);
    for (const one of cases) expect(Object.keys(one).sort()).toEqual(['firstWordMs', 'id', 'ms', 'outcome']);
    const { body: log } = await dashboard('GET', '/audit-log');
    expect(log.data[0]).toMatchObject({ action: 'model.qualification_started', target: { kind: 'model' } });
    const states = await select(
      "SELECT payload FROM events WHERE name = 'assist.qualification_changed' ORDER BY seq",
    );
    expect(
      states.map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload).state),
    ).toEqual(['running', 'done']);
  }, 120_000);

  onlyInSoak(it)(
    'asks as the product asks: the shared beginning first, and nothing of a workspace',
    async () => {
      await qualify('right');
      const written = rig.engine.calls.filter(({ schema }) => schema === 'draft');
      const read = rig.engine.calls.filter(
        ({ maxTokens, prompt }) => maxTokens === 1 && prompt.includes(' Customer: '),
      );
      expect(written.length).toBe(read.length);
      for (const [index, { prompt, system }] of written.entries()) {
        expect(prompt.startsWith(read[index]?.prompt ?? '-')).toBe(true);
        expect(system).toContain('You only propose');
      }
      // What the gate withholds is not asked.
      expect(written.length).toBeLessThan(60);
      expect(written.some(({ prompt }) => prompt.includes('lawyer'))).toBe(false);
    },
    120_000,
  );

  onlyInSoak(it)(
    'does not offer drafts with a model that falls for what is tempting, and says why',
    async () => {
      const { result } = await qualify('tempted');
      const { isOffered, figures } = result.features.drafts;
      expect(isOffered).toBe(false);
      const failed = figures.filter(({ isPassed }: Json) => !isPassed).map(({ measure }: Json) => measure);
      expect(failed).toEqual(expect.arrayContaining(['invented', 'obeyed', 'abstains']));
      expect(result.features.rewrite.isOffered).toBe(true);
      expect((await dashboard('GET', '/assist/model')).body.notOffered).toEqual(['drafts']);
      await dashboard('PATCH', '/assist', { modes: { drafts: 'on' } });
      rig.engine.calls.splice(0);
      await rig.messaging.hello('15550104001', 'How long does a repair take?');
      await rig.conversationOf('15550104001');
      await eventually(async () => {
        await rig.endBurst();
        const [left] = await select('SELECT COUNT(*) AS n FROM assist_drafts');
        const [behind] = await select(
          'SELECT COUNT(*) AS n FROM tenant_counters c LEFT JOIN event_relays r ON r.tenant_id = c.tenant_id WHERE c.seq > COALESCE(r.seq, 0)',
        );
        return Number(left?.n) === 0 && Number(behind?.n) === 0;
      }, 30_000);
      expect(rig.engine.calls).toEqual([]);
      await dashboard('PATCH', '/assist', { modes: { drafts: 'off' } });
    },
    120_000,
  );

  onlyInSoak(it)(
    'a feature that failed is refused, with the place that says why',
    async () => {
      rig.engine.answer((call) =>
        call.prompt.startsWith('Correct') ? 'Something else.' : (goldenAnswer(call) ?? 'ok'),
      );
      await dashboard('POST', '/assist/qualification');
      const { result } = await until('done');
      expect(result.features.rewrite.isOffered).toBe(false);
      const { status, events } = await rig.write({
        kind: 'rewrite',
        edit: 'fix',
        text: 'we deliver on friday',
      });
      expect(status).toBe(403);
      expect(events[0].error.message).toContain('not offered with the model');
      await qualify('right');
      expect((await dashboard('GET', '/assist/model')).body.notOffered).toEqual([]);
    },
    180_000,
  );

  it('is stopped: the call ends, and the earlier result stays', async () => {
    const { finishedAt } = (await view()).result;
    rig.engine.answer(() => ({ text: 'word '.repeat(400), pieceMs: 50 }));
    await dashboard('POST', '/assist/qualification');
    await eventually(async () => {
      rig.messaging.server.wake();
      return rig.engine.calls.length > 0;
    });
    const { body } = await dashboard('DELETE', '/assist/qualification');
    expect(body).toMatchObject({ state: 'stopped', result: { finishedAt } });
    await eventually(async () => rig.engine.calls.at(-1)?.isCanceled, 15_000);
    const asked = rig.engine.calls.length;
    rig.messaging.server.wake();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(rig.engine.calls).toHaveLength(asked);
    // Stopping what does not run changes nothing.
    expect((await dashboard('DELETE', '/assist/qualification')).status).toBe(202);
    const { body: log } = await dashboard('GET', '/audit-log');
    expect(log.data[0].action).toBe('model.qualification_stopped');
    expect(log.data[1].action).toBe('model.qualification_started');
  }, 120_000);

  onlyInSoak(it)(
    'goes on where a server was killed, and not while that server may still live',
    async () => {
      await qualify('right');
      rig.engine.calls.splice(0);
      const half = QUALIFICATION_CASES.slice(0, 70).map(({ id }) => ({
        id,
        outcome: 'right',
        ms: 10,
        firstWordMs: 10,
      }));
      await run(
        `UPDATE model_qualifications SET state = 'running', run_id = :runId, cases = :cases, holder = :holder,
         held_until = UTC_TIMESTAMP(3) + INTERVAL 3 SECOND`,
        { runId: newKey(), holder: newKey(), cases: JSON.stringify(half) },
      );
      rig.messaging.server.wake();
      expect(await view()).toMatchObject({ state: 'running', done: 70, total: TOTAL });
      expect(rig.engine.calls).toEqual([]);
      const { result } = await until('done');
      expect(result.cases).toBe(TOTAL);
      const asked = new Set(rig.engine.calls.map(({ prompt }) => prompt));
      expect(asked.size).toBeLessThan(2 * (TOTAL - 70));
      expect([...asked].some((prompt) => prompt.includes('got a flat on the way'))).toBe(false);
    },
    120_000,
  );

  it('a started run is not started twice', async () => {
    rig.engine.answer(() => ({ text: 'word', delayMs: 200 }));
    const starts = async () => {
      const [row] = await select(
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'model.qualification_started'",
      );
      return Number(row?.n);
    };
    const before = await starts();
    const [one, two] = await Promise.all([
      dashboard('POST', '/assist/qualification'),
      dashboard('POST', '/assist/qualification'),
    ]);
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(await starts()).toBe(before + 1);
    await dashboard('DELETE', '/assist/qualification');
  });

  it('is read by everyone, started by owners and admins, and by nobody where workspaces share the machine', async () => {
    const { workspace, server } = rig.messaging;
    const person = { name: 'Ann', email: 'ann@example.test', password: OWNER_PASSWORD };
    await workspace.addMember({ ...person, role: 'staff' });
    const cookie = await signIn(server, person.email, OWNER_PASSWORD);
    const asStaff = (method: string) =>
      fetch(`${server.url}/api/dashboard/assist/qualification`, { method, headers: { cookie } });
    expect((await asStaff('GET')).status).toBe(200);
    expect((await asStaff('POST')).status).toBe(403);
    expect((await asStaff('DELETE')).status).toBe(403);
    const other = await createWorkspace(server);
    expect((await other.dashboard('GET', '/assist/qualification')).body.mayRun).toBe(false);
    expect((await other.dashboard('POST', '/assist/qualification')).status).toBe(403);
    expect((await dashboard('POST', '/assist/qualification')).status).toBe(403);
  });
});
