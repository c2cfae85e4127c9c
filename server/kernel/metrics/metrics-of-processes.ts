import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { z } from 'zod';

/** One process asks the one that started it for the metrics of all. */
const WantedSchema = z.object({ is: z.literal('metrics-wanted'), id: z.number().int() });
const AnswerSchema = z.object({ is: z.literal('metrics'), id: z.number().int(), text: z.string() });

const PATIENCE_MS = 6_000;

/**
 * Makes the metrics of this process available to the others of its server, and returns the function that reads those of
 * all together. If that fails, it reads this process's own.
 */
export function shareMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  let asked = 0;
  return () =>
    new Promise((resolve) => {
      asked += 1;
      const id = asked;
      const end = (text: string | Promise<string>) => {
        clearTimeout(timer);
        process.off('message', receive);
        resolve(text);
      };
      const receive = (given: unknown) => {
        const { data: message } = AnswerSchema.safeParse(given);
        if (message?.id === id) end(message.text);
      };
      const timer = setTimeout(() => end(registry.metrics()), PATIENCE_MS);
      process.on('message', receive);
      process.send?.({ is: 'metrics-wanted', id } satisfies z.infer<typeof WantedSchema>);
    });
}

/** Answers the processes of this server that ask for the metrics of all. */
export function collectMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, given) => {
    const { data: message } = WantedSchema.safeParse(given);
    if (!message) return;
    const text = await all.clusterMetrics().catch(() => null);
    if (text === null || !worker.isConnected()) return;
    worker.send({ is: 'metrics', id: message.id, text } satisfies z.infer<typeof AnswerSchema>);
  });
}
