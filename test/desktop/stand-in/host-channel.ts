import { decode, encode } from './codec.ts';

/** Messages from the stand-in to its host. */
export type HostEvent =
  | { event: 'ready' }
  | { event: 'context'; partition: string; id: string | null }
  | { event: 'target'; id: string }
  | { event: 'answer'; id: number; ok: boolean; value: string };

export interface HostRequest {
  id: number;
  name: string;
  input: string;
}

export function notifyHost(event: HostEvent): void {
  if (process.connected) process.send?.(event);
}

/** Handles the host's requests by name. Ends with the host, so that no process remains. */
export function serveHost(handlers: Record<string, (input: never) => unknown>): void {
  process.on('message', async ({ id, name, input }: HostRequest) => {
    try {
      const value = encode(await handlers[name]?.(decode(input) as never));
      notifyHost({ event: 'answer', id, ok: true, value });
    } catch (error) {
      notifyHost({ event: 'answer', id, ok: false, value: encode(error) });
    }
  });
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
