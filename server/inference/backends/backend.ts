import type { Request, Response } from 'express';
import type { WorkerStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import type { InferenceKeyActor } from '../../features/inference/keys/index.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import type { Gauges } from '../http/metrics.ts';

/** The status of a worker without its host. */
export type BackendStatus = Omit<WorkerStatus, 'host'>;

/** The APIs that answer requests, by their paths under `/v1`. */
export const APIS = ['chat/completions', 'completions', 'responses', 'embeddings'] as const;
export type Api = (typeof APIS)[number];

/** A model as the API shows it. */
export interface ListedModel {
  id: string;
}

/** Answers authenticated requests: either the engine of this worker, or another engine it forwards to. */
export interface Backend {
  start(): void;
  /** Returns the models as `GET /v1/models` lists them. */
  list(): { data: readonly ListedModel[] };
  /** @throws {OpenAiError} 404 `model_not_found`, which lists the available models. */
  show(model: string): ListedModel;
  /** Answers a request of an authenticated key to one of the APIs. */
  answer(api: Api, actor: InferenceKeyActor, req: Request, res: Response): Promise<void>;
  /** Creates a status reader, which measures speed between its own readings. */
  statusReader(): () => BackendStatus;
  /** Returns the current values for Prometheus. */
  gauges(): Gauges;
  close(): Promise<void>;
  /** Where requests are forwarded to, and the bytes that have left the machine for each; none with the local engine. */
  readonly egress: readonly { host: string; take(): number }[];
  /** The queue and slots of this worker's engine; null if requests are forwarded. */
  readonly scheduler: Scheduler | null;
}
