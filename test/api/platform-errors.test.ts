import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainError, knownError } from '../../server/platform/graph/graph-errors.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';

interface Line {
  code: number;
  subcode: number | null;
  way: 'sync' | 'async' | 'inbound';
  title: string;
}

let rig: Messaging;
let lines: Line[];

beforeAll(async () => {
  rig = await startMessaging();
  lines = (await rig.platform.control('GET', '/errors')).body.data;
});
afterAll(() => rig.stop());

const actionOf = ({ code, subcode }: Line) => knownError(code, subcode)?.action;

/** Sends one message for which the platform returns this error. Returns the message. */
async function sendInto(line: Line, phone: string, way?: 'sync' | 'async'): Promise<Json> {
  const { code, subcode } = line;
  await rig.hello(phone);
  const outcome = { code, ...(subcode === null ? {} : { subcode }), way: way ?? line.way };
  await rig.platform.configure({ nextSends: [outcome] });
  const { body } = await rig.send({ contactId: phone, type: 'text', content: `error ${code}` });
  return body;
}

describe('every platform error', () => {
  it('has an action and its own sentence', () => {
    expect(lines.length).toBeGreaterThan(60);
    const nameless = lines.filter(({ code, subcode }) => knownError(code, subcode) === null);
    expect(nameless).toEqual([]);
    for (const { code, subcode, title } of lines) {
      const { message } = explainError(code, title, null, subcode);
      expect(message, String(code)).toMatch(/^[A-Z].{20,}\.$/);
      expect(message).not.toBe(title);
    }
  });

  it('with the action "show" fails the message, at once or by a status, with an explanation for an agent', async () => {
    const shown = lines.filter((line) => line.way !== 'inbound' && actionOf(line) === 'show');
    expect(shown.length).toBeGreaterThan(30);
    const sent: [Line, string, string][] = [];
    for (const [index, line] of shown.entries()) {
      const phone = `1555013${String(1_000 + index)}`;
      sent.push([line, phone, (await sendInto(line, phone)).id]);
    }
    for (const [line, phone, id] of sent) {
      const failed = await eventually(async () => {
        const message = await rig.message(phone, id);
        return message?.status === 'failed' && message;
      });
      expect(failed.error, String(line.code)).toMatchObject({
        code: String(line.code),
        message: knownError(line.code, line.subcode)?.sentence,
      });
    }
  }, 120_000);

  it('with the action "retry" leaves the message queued, and it is sent automatically', async () => {
    // Account errors pause the workspace for at least a minute; they have their own test.
    const passing = lines.filter((line) => actionOf(line) === 'retry' && ![4, 80007].includes(line.code));
    expect(passing.length).toBeGreaterThan(5);
    for (const [index, line] of passing.entries()) {
      const phone = `1555014${String(1_000 + index)}`;
      const { id, status } = await sendInto(line, phone);
      expect(status, String(line.code)).toBe('queued');
      // Its pause ends at once.
      rig.server.passTime(10);
      await eventually(async () => (await rig.message(phone, id))?.status === 'delivered');
    }
  }, 120_000);

  it('with the action "credentials" pauses the workspace until they are changed, and fails nothing', async () => {
    const rejected = lines.filter((line) => actionOf(line) === 'credentials');
    expect(rejected.length).toBeGreaterThan(10);
    for (const [index, line] of rejected.entries()) {
      const phone = `1555015${String(1_000 + index)}`;
      const { id, status } = await sendInto(line, phone);
      expect(status, `${line.code}/${line.subcode}`).toBe('queued');
      // Messages sent during the pause are not attempted.
      const other = await rig.send({ contactId: phone, type: 'text', content: 'behind it' });
      expect(other.body.status).toBe('queued');
      expect(await rig.callsOf(other.body.id)).toEqual([]);
      await connectWorkspace(rig.server, rig.workspace);
      await eventually(async () => (await rig.message(phone, other.body.id))?.status === 'delivered');
      expect((await rig.callsOf(id)).length).toBe(2);
    }
  }, 120_000);

  it('can arrive in a status although it is known as a response', async () => {
    const line = lines.find(({ code }) => code === 131000) as Line;
    const { id } = await sendInto(line, '15550160001', 'async');
    const failed = await eventually(async () => {
      const message = await rig.message('15550160001', id);
      return message?.status === 'failed' && message;
    });
    expect(failed.error.message).toMatch(/Try again later/);
  });
});
