import { request } from 'undici';
import { z } from 'zod';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import type { Upstream } from '../../../kernel/config/upstreams.ts';
import { readText } from '../../../kernel/http-out/read-text.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { DRAINING_HEADER } from '../../draining-header.ts';
import type { Placeable } from '../../placement/order-servers.ts';
import { createCircuit, withJitter } from './circuit.ts';
import { createEgress } from './egress.ts';
import { jsonOf } from './upstream-error.ts';

const PROBE_EVERY_MS = 2_000;
const PROBE_MS = 5_000;
const LONGEST_LIST_BYTES = 1_000_000;
/** After so many unanswered checks in a row, requests that wait for their first token go to another server. */
const LOST_AFTER = 3;

const ModelsSchema = z.looseObject({
  data: z
    .array(
      z.looseObject({ id: z.string(), max_model_len: z.int().nullish(), owned_by: z.string().optional() }),
    )
    .min(1, 'it serves no model'),
});
export type UpstreamModel = z.infer<typeof ModelsSchema>['data'][number];

/**
 * `away`: it does not answer, so nothing is sent to it. `draining`: it has said that it takes nothing new. `paused`: it
 * has failed several requests in a row. What is running there goes on.
 */
export type UpstreamState = 'ready' | 'draining' | 'paused' | 'away';

/** A request that this server sends to an engine. */
export interface Attempt {
  /** Aborted when the engine is lost before the first token. */
  readonly signal: AbortSignal;
  /** Notes that the caller has got a part of the answer: it then stays with this engine. */
  begun(): void;
  end(): void;
}

export type UpstreamServer = ReturnType<typeof watchServer>;

/** Watches an engine: whether it is available, which models it serves, and how requests to it end. */
export function watchServer(
  { url, key }: Upstream,
  {
    logger,
    isOutside,
    hasOther,
  }: {
    logger: Logger;
    isOutside: ((address: string) => boolean) | undefined;
    /** Returns whether another engine could take the requests of this one. */
    hasOther(): boolean;
  },
) {
  const { host } = new URL(url);
  const egress = createEgress(isOutside);
  const circuit = createCircuit();
  const waiting = new Set<AbortController>();
  let served: UpstreamModel[] = [];
  let problem: string | null = null;
  let isUp = false;
  let hasAnswered = false;
  let isDraining = false;
  let misses = 0;
  let running = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<void> {
    try {
      const answer = await request(`${url}/models`, {
        headers: headersFor(key),
        dispatcher: egress.dispatcher,
        signal: AbortSignal.timeout(PROBE_MS),
      });
      misses = 0;
      const text = await readText(answer.body, LONGEST_LIST_BYTES);
      if (answer.statusCode !== 200) throw new Error(`it answers ${answer.statusCode}`);
      served = ModelsSchema.parse(jsonOf(text)).data;
      const models = served.map(({ id }) => id);
      if (!isUp) logger.info({ host, models }, 'the upstream engine is available');
      [isUp, hasAnswered, problem, isDraining] = [true, true, null, false];
      noteHeaders(answer.headers);
    } catch (error) {
      misses += 1;
      setAway(reasonOf(error));
    }
    if (!isStopped) timer = setTimeout(() => void probe(), withJitter(PROBE_EVERY_MS));
  }

  function setAway(reason: string): void {
    if (isUp || problem === null) logger.warn({ host, reason }, 'the upstream engine is not available');
    isUp = false;
    problem = MODEL_REASONS.write('engine_unavailable', { host, detail: reason });
    if (misses < LOST_AFTER || !hasOther()) return;
    for (const attempt of waiting) attempt.abort('lost');
  }

  function noteHeaders(headers: Record<string, unknown>): void {
    if (headers[DRAINING_HEADER] === undefined) return;
    if (!isDraining) logger.info({ host }, 'the upstream engine is draining');
    isDraining = true;
  }

  return {
    url,
    key,
    host,
    name: url,
    slots: null,
    dispatcher: egress.dispatcher,
    egress: { host, take: egress.take },
    get load() {
      return running;
    },
    state: (): UpstreamState => {
      if (!isUp) return 'away';
      if (isDraining) return 'draining';
      return circuit.isOpen() ? 'paused' : 'ready';
    },
    view: () => ({ isUp, hasAnswered, error: problem, served }),
    begin: (): Attempt => {
      const controller = new AbortController();
      running += 1;
      waiting.add(controller);
      circuit.began();
      return {
        signal: controller.signal,
        begun: () => waiting.delete(controller),
        end: () => {
          running -= 1;
          waiting.delete(controller);
        },
      };
    },
    noteHeaders,
    answered: () => circuit.succeeded(),
    /** Notes that it took no request: it gets none until the next check. */
    refused: () => {
      isDraining = true;
    },
    /** Notes that no connection was made: it gets no request until the next check succeeds. */
    unreachable: (error: unknown) => setAway(reasonOf(error)),
    /** Notes that it took a request and did not answer it. */
    broke: () => {
      if (circuit.failed()) logger.warn({ host }, 'the upstream engine fails requests and is paused');
    },
    start: () => void probe(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
    close: egress.close,
  } satisfies Placeable & Record<string, unknown>;
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
