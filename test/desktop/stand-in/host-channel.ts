import { decode, encode } from './codec.ts';

/** What the stand-in tells its host unasked. */
export type Told =
  | { event: 'ready' }
  | { event: 'context'; partition: string; id: string | null }
  | { event: 'target'; id: string }
  | { event: 'answer'; id: number; ok: boolean; value: string };

export interface Asked {
  id: number;
  name: string;
  input: string;
}

export function tellHost(told: Told): void {
  if (process.connected) process.send?.(told);
}

/** Answers the host's questions by name. Ends with the host, so that nothing is left behind. */
export function answerHost(answers: Record<string, (input: never) => unknown>): void {
  process.on('message', async ({ id, name, input }: Asked) => {
    try {
      const value = encode(await answers[name]?.(decode(input) as never));
      tellHost({ event: 'answer', id, ok: true, value });
    } catch (error) {
      tellHost({ event: 'answer', id, ok: false, value: encode(error) });
    }
  });
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
