import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { DEFAULT_MODEL } from '../../http/models.ts';
import { OpenAiError } from '../../openai/openai-error.ts';

const PROBE_EVERY_MS = 2_000;
const PROBE_MS = 5_000;

const ModelsSchema = z.looseObject({
  data: z
    .array(
      z.looseObject({ id: z.string(), max_model_len: z.int().nullish(), owned_by: z.string().optional() }),
    )
    .min(1, 'it serves no model'),
});
type UpstreamModel = z.infer<typeof ModelsSchema>['data'][number];

export type UpstreamModels = ReturnType<typeof watchUpstream>;

/** Checks every two seconds whether the engine is available and which models it serves. */
export function watchUpstream({
  url,
  key,
  logger,
  dispatcher,
}: {
  url: string;
  key: string | undefined;
  logger: Logger;
  dispatcher: Dispatcher;
}) {
  let served: UpstreamModel[] = [];
  /** Names of models that the engine has served since the start. */
  const before = new Set<string>();
  let problem: string | null = null;
  let isUp = false;
  let hasAnswered = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<void> {
    try {
      const answer = await request(`${url}/models`, {
        headers: headersFor(key),
        dispatcher,
        signal: AbortSignal.timeout(PROBE_MS),
      });
      const body: unknown = await answer.body.json().catch(() => null);
      if (answer.statusCode !== 200) throw new Error(`it answers ${answer.statusCode}`);
      served = ModelsSchema.parse(body).data;
      for (const { id } of served) before.add(id);
      if (!isUp) logger.info({ models: served.map(({ id }) => id) }, 'the upstream engine is available');
      [isUp, hasAnswered, problem] = [true, true, null];
    } catch (error) {
      const reason = reasonOf(error);
      if (isUp || problem === null) logger.warn({ reason }, 'the upstream engine is not available');
      isUp = false;
      problem = MODEL_REASONS.write('engine_unavailable', { host: new URL(url).host, detail: reason });
    }
    if (!isStopped) timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
  }

  function find(wanted: string): UpstreamModel {
    const model = served.find(({ id }) => id === wanted);
    if (model) return model;
    const [first] = served;
    if (first && (wanted === DEFAULT_MODEL || before.has(wanted))) return first;
    const all = served.map(({ id }) => id).join(', ');
    const message = `The model '${wanted}' is not served here. Available: ${all}. The name '${DEFAULT_MODEL}' always works.`;
    throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
  }

  return {
    start: () => void probe(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
    view: () => ({ isUp, hasAnswered, error: problem, first: served[0] ?? null }),
    find,
    show: (wanted: string) => find(wanted),
    list: () => ({ object: 'list', data: served }),
  };
}

export function headersFor(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues[0]?.message ?? 'its answer is not a list of models';
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `no answer in ${PROBE_MS / 1_000} s`;
  return code ?? message;
}
