import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { signIn, type TestWorkspace } from '../helpers/test-server.ts';
import { startInference, type TestInference } from './inference-rig.ts';

export const PHONE = '15550102001';

/** A workspace whose model is a scripted engine, and a customer. */
export interface AssistRig {
  messaging: Messaging;
  engine: ScriptedEngine;
  worker: TestInference;
  /** Sends a request for a text; returns its status and the lines of its answer. */
  write(body: object, workspace?: TestWorkspace): Promise<{ status: number; events: Json[] }>;
  /** Returns the conversation of a phone. */
  conversationOf(phone: string): Promise<string>;
  /** Makes drafts due at once that wait for the end of a burst. */
  endBurst(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with the scripted engine, or with the tiny model of the tests. */
export async function startAssist(model: 'scripted' | 'tiny' = 'scripted'): Promise<AssistRig> {
  const engine = await startScriptedEngine();
  const messaging = await startMessaging({ ASSIST_DRAFTS_PER_MINUTE: '1000' });
  const { server, workspace } = messaging;
  const worker = await startInference({
    apiServer: server,
    env: model === 'scripted' ? { INFERENCE_UPSTREAM: engine.url } : {},
  });
  await eventually(
    async () => (await workspace.dashboard('GET', '/assist/model')).body.state === 'ready',
    30_000,
  );
  // One session for each workspace: a person has a limited number, and the oldest would end.
  const cookies = new Map<string, Promise<string>>();
  const cookieOf = (email: string) => {
    const cookie = cookies.get(email) ?? signIn(server, email, 'correct horse battery');
    cookies.set(email, cookie);
    return cookie;
  };
  return {
    messaging,
    engine,
    worker,
    write: async (body, from = workspace) => {
      const answer = await fetch(`${server.url}/api/dashboard/assist/text`, {
        method: 'POST',
        headers: {
          cookie: await cookieOf(from.email),
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      const lines = (await answer.text()).trim().split('\n');
      return { status: answer.status, events: lines.filter(Boolean).map((line) => JSON.parse(line)) };
    },
    conversationOf: (phone) =>
      eventually(async () => {
        const { body } = await workspace.dashboard('GET', '/conversations?view=all&limit=100');
        return body.data.find((one: Json) => one.contact.phone?.replace('+', '') === phone)?.id;
      }),
    endBurst: async () => {
      await server.container.database.run(
        '/* system: test */ UPDATE assist_drafts SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE state = 0',
      );
      server.wake();
    },
    stop: async () => {
      await worker.stop();
      await messaging.stop();
      await engine.stop();
    },
  };
}
