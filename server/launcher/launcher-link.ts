import { z } from 'zod';
import { type WayIn, WayInSchema } from './way-in.ts';

/** What the API server says to its launcher on the channel between them. */
export const LauncherMessageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('sandbox-wanted') }),
  z.object({ is: z.literal('demo-loaded'), wayIn: WayInSchema }),
]);

type LauncherMessage = z.infer<typeof LauncherMessageSchema>;

/** How the API server reaches the launcher that started it. */
export interface LauncherLink {
  /** Requests the sandbox; this server is then restarted with the sandbox as its platform. */
  requestSandbox(): void;
  /** The first-run page has loaded the demo: the terminal shows how to open it. */
  announceDemo(demo: Omit<WayIn, 'phones'> & { phones: { waId: string }[] }): void;
}

/** The link of this process; null when it was started by hand: nobody would hear. */
export function launcherLink(): LauncherLink | null {
  if (!process.connected) return null;
  const tell = (message: LauncherMessage) => void process.send?.(message);
  return {
    requestSandbox: () => tell({ is: 'sandbox-wanted' }),
    announceDemo: ({ email, password, apiKey, phones }) =>
      tell({
        is: 'demo-loaded',
        wayIn: { email, password, apiKey, phones: phones.map((phone) => phone.waId) },
      }),
  };
}
