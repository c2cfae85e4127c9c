import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { AutomationRule, AutomationRun } from '../../shared/contract/inbox/automation.contract.ts';
import { type Json, type Messaging, startMessaging } from './messaging.ts';
import { eventually } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import type { Answer } from './test-server.ts';

export const keyword = (...words: string[]) => ({ kind: 'keyword', words, match: 'contains' });
export const says = (text: string) => ({ kind: 'text', text });
/** A rule that answers the word price. */
export const base = {
  name: 'Rule',
  trigger: keyword('price'),
  conditions: [],
  actions: [says('12')],
  pauseHours: 1,
};

/** A connected workspace whose rules a file tests. */
export interface AutomationRig {
  readonly messaging: Messaging;
  dashboard(method: string, path: string, body?: object): Promise<Answer>;
  api(method: string, path: string, body?: object): Promise<Answer>;
  /** Returns the number of a customer who has not written yet. */
  nextPhone(): string;
  /** Creates a rule that is on. */
  rule(changes: object): Promise<AutomationRule>;
  runsOf(of: Pick<AutomationRule, 'id'>): Promise<AutomationRun[]>;
  /** Waits for so many finished runs of a rule, newest first. */
  finished(of: Pick<AutomationRule, 'id'>, count?: number): Promise<AutomationRun[]>;
  sentTo(phone: string): Promise<Json[]>;
  conversation(phone: string): Promise<Json>;
  /** Creates a label; returns its id. */
  label(name: string): Promise<string>;
}

/** Starts it before the tests of the file and stops it after them. Each test begins without rules. */
export function setUpAutomation(): AutomationRig {
  let messaging: Messaging;
  let phones = 0;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(async () => {
    await messaging.stop();
    expect(trippedStatements).toEqual([]);
  });
  beforeEach(async () => {
    for (const { id } of (await dashboard('GET', '/automation-rules')).body.data)
      await dashboard('DELETE', `/automation-rules/${id}`);
  });
  const dashboard = (method: string, path: string, body?: object) =>
    messaging.workspace.dashboard(method, path, body);
  const api = (method: string, path: string, body?: object) => messaging.workspace.api(method, path, body);
  const runsOf = async ({ id }: Pick<AutomationRule, 'id'>): Promise<AutomationRun[]> =>
    (await dashboard('GET', `/automation-rules/${id}/runs`)).body.data;
  return {
    get messaging() {
      return messaging;
    },
    dashboard,
    api,
    nextPhone() {
      phones += 1;
      return `1555019${String(phones).padStart(4, '0')}`;
    },
    async rule(changes) {
      const made = await dashboard('POST', '/automation-rules', { ...base, isEnabled: true, ...changes });
      expect([made.status, made.body.error]).toEqual([201, undefined]);
      return made.body;
    },
    runsOf,
    finished: (of, count = 1) =>
      eventually(async () => {
        const runs = await runsOf(of);
        return runs.filter(({ result }) => result !== 'waiting').length >= count ? runs : undefined;
      }),
    sentTo: async (phone) =>
      (await messaging.history(phone)).filter(({ direction }) => direction === 'outbound'),
    conversation: async (phone) => (await api('GET', `/conversations/${phone}`)).body,
    label: async (name) => (await dashboard('POST', '/labels', { name, color: 'blue' })).body.id,
  };
}
