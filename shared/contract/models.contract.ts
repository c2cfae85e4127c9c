import { z } from 'zod';
import { DownloadFaultSchema, MODEL_STATES } from '../domain/worker-models.ts';
import { errors, route } from './base.ts';

const ModelSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  license: z.string(),
  strengths: z.string(),
  isBuiltIn: z.boolean().describe('The tiny model that every installation has'),
  contextSize: z.int().describe('Tokens that it was trained for'),
  memoryBytes: z.int().describe('What it takes once it is loaded'),
  fits: z
    .enum(['yes', 'tight', 'no'])
    .nullable()
    .describe("Against the memory of the worker's machine; null while no worker says"),
  state: z.enum([...MODEL_STATES, 'waiting', 'removing']),
  bytes: z.int().describe('What has come so far'),
  totalBytes: z.int().describe('What there is in all; by the catalog until its source has said'),
  bytesPerSecond: z.int(),
  fault: DownloadFaultSchema.nullable().describe('Why the last try to fetch it ended'),
  servedAs: z.string().describe('The name that calls give'),
  isServed: z.boolean().describe('It is served, or being loaded'),
  isChosen: z.boolean(),
});

const params = z.object({ id: z.string().max(80) });
const DoneSchema = z.strictObject({ id: z.string() });

/** The models that can be served. They belong to the server, not to a workspace. */
export const modelsContract = {
  list: route('keys:manage')
    .route({ method: 'GET', path: '/models' })
    .input(z.object({}))
    .output(
      z.strictObject({
        mayManage: z.boolean(),
        reason: z.string().nullable().describe('Why nothing can be changed here, and what can be done'),
        memoryBytes: z.int().nullable().describe("Of the worker's machine"),
        freeDiskBytes: z.int().nullable(),
        choiceFault: z.string().nullable().describe('Why the chosen model is not served'),
        data: z.array(ModelSchema),
      }),
    ),
  /** Begins, or goes on where it broke off. */
  download: route('settings:manage')
    .route({ method: 'POST', path: '/models/{id}/download', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
  /** Stops it; what has come stays. */
  cancel: route('settings:manage')
    .route({ method: 'DELETE', path: '/models/{id}/download', successStatus: 202 })
    .errors(errors('model_not_found', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
  /** Deletes its file, and what was begun of it. */
  remove: route('settings:manage')
    .route({ method: 'DELETE', path: '/models/{id}', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
  /** Serves it from now on, after restarts too. */
  use: route('settings:manage')
    .route({ method: 'PUT', path: '/models/{id}/use', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
};

export type Model = z.infer<typeof ModelSchema>;
