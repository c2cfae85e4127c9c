import type { Request, Response } from 'express';
import type { WorkerStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import type { InferenceKeyActor } from '../../features/inference/keys/index.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import type { Gauges } from '../http/metrics.ts';

/** The status of a worker without its host. */
export type BackendStatus = Omit<WorkerStatus, 'host'>;

/** What answers behind the keys: the engine of this worker, or another engine that it forwards to. */
export interface Backend {
  start(): void;
  /** The models as `GET /v1/models` lists them. */
  list(): object;
  /** @throws {OpenAiError} 404 `model_not_found`, which names the models there are. */
  show(model: string): object;
  /** Answers a chat completion of an authenticated key. */
  answer(actor: InferenceKeyActor, req: Request, res: Response): Promise<void>;
  /** Returns a reader of the status; each measures speed between its own readings. */
  statusReader(): () => BackendStatus;
  /** Values for Prometheus. */
  gauges(): Gauges;
  close(): Promise<void>;
  /** The queue and the slots of our own engine; null where requests are forwarded. */
  readonly scheduler: Scheduler | null;
}
