import { z } from 'zod';
import type { Config } from '../config.ts';
import { type DemoAccess, DemoAccessSchema } from './demo-access.ts';

/** The messages that the API server sends to its launcher over their IPC channel. */
export const LauncherMessageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('sandbox-wanted') }),
  z.object({ is: z.literal('test-phone-wanted') }),
  z.object({ is: z.literal('demo-loaded'), wayIn: DemoAccessSchema }),
]);

/** The message of the launcher to the API server: the sandbox that it wanted is running. */
const SandboxReadySchema = z.object({ is: z.literal('sandbox-ready'), url: z.url() });

type LauncherMessage = z.infer<typeof LauncherMessageSchema>;

/** The connection of the API server to the launcher that started it. */
export interface LauncherLink {
  /** Requests the sandbox; this server is then restarted with the sandbox as its platform. */
  requestSandbox(): void;
  /** Requests the sandbox for test numbers, beside the platform of the others; `onReady` receives its address. */
  requestTestPhone(onReady: (url: string) => void): void;
  /** The first-run page has loaded the demo: the terminal shows how to open it. */
  announceDemo(demo: Omit<DemoAccess, 'phones'> & { phones: { waId: string }[] }): void;
}

/** Returns the link of this process; null when no launcher is above it, also not above its other processes. */
export function launcherLink({ apiProcess }: Pick<Config, 'apiProcess'>): LauncherLink | null {
  if (!process.connected || apiProcess?.hasLauncher === false) return null;
  const send = (message: LauncherMessage) => void process.send?.(message, () => undefined);
  return {
    requestSandbox: () => send({ is: 'sandbox-wanted' }),
    requestTestPhone: (onReady) => {
      const receive = (given: unknown) => {
        const { data: message } = SandboxReadySchema.safeParse(given);
        if (!message) return;
        process.off('message', receive);
        onReady(message.url);
      };
      process.on('message', receive);
      send({ is: 'test-phone-wanted' });
    },
    announceDemo: ({ email, password, apiKey, phones }) =>
      send({
        is: 'demo-loaded',
        wayIn: { email, password, apiKey, phones: phones.map((phone) => phone.waId) },
      }),
  };
}
