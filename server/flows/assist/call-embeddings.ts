import { request } from 'undici';
import { z } from 'zod';
import type { EmbedTexts } from '../../features/assist/retrieval/index.ts';
import { beginCall, type Embedder, findEmbedders } from '../../features/inference/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { headersOf } from './call-model.ts';

/** How long it is known which workers make embeddings. */
const KNOWN_MS = 10_000;

const AnswerSchema = z.object({
  model: z.string(),
  data: z.array(z.object({ index: z.int(), embedding: z.string() })),
});

/**
 * Creates the one way in which the assistant gets vectors. As `callModel` it never throws and logs nothing; a model for
 * embeddings is set by the operator (EMBEDDING_MODEL_PATH), and without one nothing is called.
 */
export function createEmbedTexts({ db, clock }: Pick<Resources, 'db' | 'clock'>): EmbedTexts {
  let known: { at: number; embedders: Promise<Embedder[]> } | null = null;
  const embedders = () => {
    const now = clock.now().getTime();
    if (!known || Math.abs(now - known.at) > KNOWN_MS)
      known = { at: now, embedders: findEmbedders({ db }).catch(() => []) };
    return known.embedders;
  };
  return {
    modelNow: async () => (await embedders())[0]?.model ?? null,
    embed: async (ctx, texts, { isWaiting, deadlineMs }) => {
      const signal = AbortSignal.timeout(deadlineMs);
      const [embedder] = await embedders();
      if (!embedder) return null;
      const end = beginCall(ctx.db, embedder.address);
      try {
        const answer = await request(`${embedder.address}/embeddings`, {
          method: 'POST',
          headers: headersOf(ctx, isWaiting ? 1 : 3),
          body: JSON.stringify({ model: embedder.model, input: texts, encoding_format: 'base64' }),
          signal,
        });
        if (answer.statusCode !== 200) {
          await answer.body.dump();
          return null;
        }
        const { model, data } = AnswerSchema.parse(await answer.body.json());
        const sorted = data.toSorted((one, other) => one.index - other.index);
        if (sorted.length !== texts.length) return null;
        return { model, vectors: sorted.map(({ embedding }) => floatsOf(embedding)) };
      } catch {
        return null;
      } finally {
        end();
      }
    },
  };
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
}
