import { z } from 'zod';
import type { Config } from '../config.ts';
import { type DemoAccess, DemoAccessSchema } from './demo-access.ts';

/** The messages that the API server sends to its launcher over their IPC channel. */
export const LauncherMessageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('sandbox-wanted') }),
  z.object({ is: z.literal('test-phone-wanted') }),
  z.object({ is: z.literal('demo-loaded'), wayIn: DemoAccessSchema }),
]);

/** The messages of the launcher to the API server: the sandbox that it wanted is running, or cannot listen on its port. */
const SandboxAnswerSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('sandbox-ready'), url: z.url() }),
  z.object({ is: z.literal('sandbox-failed'), takenPort: z.int() }),
]);

type SandboxAnswer = z.infer<typeof SandboxAnswerSchema>;

type LauncherMessage = z.infer<typeof LauncherMessageSchema>;

/** The connection of the API server to the launcher that started it. */
export interface LauncherLink {
  /** Requests the sandbox; this server is then restarted with the sandbox as its platform, so it gets no other answer. */
  requestSandbox(): Promise<SandboxAnswer>;
  /** Requests the sandbox for test numbers, beside the platform of the others. */
  requestTestPhone(): Promise<SandboxAnswer>;
  /** The first-run page has loaded the demo: the terminal shows how to open it. */
  announceDemo(demo: Omit<DemoAccess, 'phones'> & { phones: { waId: string }[] }): void;
}

/** Returns the link of this process; null when no launcher is above it, also not above its other processes. */
export function launcherLink({ apiProcess }: Pick<Config, 'apiProcess'>): LauncherLink | null {
  if (!process.connected || apiProcess?.hasLauncher === false) return null;
  const send = (message: LauncherMessage) => void process.send?.(message, () => undefined);
  /** Requests without an answer: a second one waits for the same. */
  const waiting = new Map<string, Promise<SandboxAnswer>>();

  function request(is: 'sandbox-wanted' | 'test-phone-wanted'): Promise<SandboxAnswer> {
    const known = waiting.get(is);
    if (known) return known;
    const answer = new Promise<SandboxAnswer>((resolve) => {
      const receive = (given: unknown) => {
        const { data: message } = SandboxAnswerSchema.safeParse(given);
        if (!message) return;
        process.off('message', receive);
        waiting.delete(is);
        resolve(message);
      };
      process.on('message', receive);
    });
    waiting.set(is, answer);
    send({ is });
    return answer;
  }

  return {
    requestSandbox: () => request('sandbox-wanted'),
    requestTestPhone: () => request('test-phone-wanted'),
    announceDemo: ({ email, password, apiKey, phones }) =>
      send({
        is: 'demo-loaded',
        wayIn: { email, password, apiKey, phones: phones.map((phone) => phone.waId) },
      }),
  };
}
