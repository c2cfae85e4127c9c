import type { Request, Response } from 'express';
import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import type { InferenceKeyActor } from '../../features/inference-keys/index.ts';
import type { Gauges } from './metrics.ts';
import type { Scheduler } from './scheduler.ts';

/** What answers behind the keys: the engine of this worker, or another's engine that it forwards to. */
export interface Backend {
  start(): void;
  /** The models as `GET /v1/models` lists them. */
  list(): object;
  /** @throws {OpenAiError} 404 `model_not_found`, which says what there is. */
  show(model: string): object;
  /** Answers a chat completion of a key that has been let in. */
  answer(actor: InferenceKeyActor, req: Request, res: Response): Promise<void>;
  /** A reader of how it is; each measures speed between its own readings. */
  statusReader(): () => WorkerStatus;
  /** What Prometheus asks for. */
  gauges(): Gauges;
  close(): Promise<void>;
  /** The queue and the slots of our own engine; null where requests are forwarded. */
  readonly scheduler: Scheduler | null;
}
