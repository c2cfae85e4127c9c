import type { Upstream } from '../../../kernel/config/upstreams.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { DEFAULT_MODEL } from '../../http/models.ts';
import { OpenAiError } from '../../openai/openai-error.ts';
import { orderServers } from '../../placement/order-servers.ts';
import { unavailable } from './upstream-error.ts';
import { type UpstreamModel, type UpstreamServer, watchServer } from './upstream-server.ts';

/** Names of models that are remembered, for callers that still use the name of an earlier one. */
const REMEMBERED_MODELS = 1_000;

export type UpstreamPool = ReturnType<typeof createUpstreamPool>;

/** The engines of INFERENCE_UPSTREAM: their models as one list, and the choice of one for a request. */
export function createUpstreamPool(
  upstreams: readonly Upstream[],
  options: { logger: Logger; isOutside: ((address: string) => boolean) | undefined },
) {
  const servers: UpstreamServer[] = upstreams.map((upstream) => {
    const server: UpstreamServer = watchServer(upstream, {
      ...options,
      hasOther: () => servers.some((one) => one !== server && one.state() === 'ready'),
    });
    return server;
  });
  /** Names of models that an engine has served since the start. */
  const before = new Set<string>();

  /** Returns each model that is served now, once. */
  function served(): UpstreamModel[] {
    const byId = new Map<string, UpstreamModel>();
    for (const server of servers) {
      const view = server.view();
      for (const model of view.isUp ? view.served : []) {
        if (before.size < REMEMBERED_MODELS) before.add(model.id);
        if (!byId.has(model.id)) byId.set(model.id, model);
      }
    }
    return [...byId.values()];
  }

  function find(wanted: string): UpstreamModel {
    const models = served();
    const [first] = models;
    const model = models.find(({ id }) => id === wanted);
    if (model) return model;
    // Another model must not answer in its place.
    const away = servers.find((one) => one.view().served.some(({ id }) => id === wanted));
    // Its address is for the operator.
    if (away) throw unavailable('The engine behind this endpoint is not available. Try again.');
    if (first && (wanted === DEFAULT_MODEL || before.has(wanted))) return first;
    const all = models.map(({ id }) => id).join(', ');
    const message = `The model '${wanted}' is not served here. Available: ${all}. The name '${DEFAULT_MODEL}' always works.`;
    throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
  }

  return {
    servers,
    /** The hosts of all engines, in the order of the setting. */
    hosts: servers.map(({ host }) => host).join(', '),
    view: () => {
      const views = servers.map((server) => server.view());
      return {
        isUp: views.some(({ isUp }) => isUp),
        hasAnswered: views.some(({ hasAnswered }) => hasAnswered),
        error: views.find(({ error }) => error !== null)?.error ?? null,
        first: served()[0] ?? null,
      };
    },
    /** Returns a model by its name. @throws {OpenAiError} 503 while its engines are away; 404 `model_not_found`, which lists the available ones. */
    find,
    list: () => ({ object: 'list', data: served() }),
    /**
     * Returns the engine that a request should try next, and its entry of the model; null when none is left. Engines
     * that are draining or paused come last: they may still answer when no other can.
     */
    choose: (
      model: string,
      prefix: string | null,
      tried: ReadonlySet<UpstreamServer>,
    ): { server: UpstreamServer; model: UpstreamModel } | null => {
      const able = servers.flatMap((server) => {
        const found = server.view().served.find(({ id }) => id === model);
        return found && !tried.has(server) && server.state() !== 'away' ? [{ server, model: found }] : [];
      });
      const ready = able.filter(({ server }) => server.state() === 'ready');
      const among = ready.length > 0 ? ready : able;
      const [best] = orderServers(
        among.map(({ server }) => server),
        prefix,
      );
      return among.find(({ server }) => server === best) ?? null;
    },
    start: () => {
      for (const server of servers) server.start();
    },
    close: async () => {
      for (const server of servers) server.stop();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
