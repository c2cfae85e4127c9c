import { z } from 'zod';
import { MODEL_REASONS } from '../../domain/reasons/model-reasons.ts';
import { DownloadErrorSchema, MODEL_STATES, OWN_MODEL_PROBLEMS } from '../../domain/worker-models.ts';
import { errors, route } from '../base.ts';
import { ReasonParamsSchema, reasonCode } from '../reason-code.ts';

const ModelSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  license: z.string().describe('Empty: unknown. Of a file of your own, what it says itself'),
  strengths: z.string(),
  isBuiltIn: z.boolean().describe('The placeholder with random weights, for tests and demos'),
  isOwn: z.boolean().describe('A file that a person has put into the folder of models'),
  languages: z.array(z.string()).nullable().describe('The languages that it lists, as codes; null: unknown'),
  problem: z.enum(OWN_MODEL_PROBLEMS).nullable().describe('Why a file of your own cannot be served'),
  contextSize: z.int().describe('Tokens that it was trained for'),
  memoryBytes: z.int().describe('Memory that it needs when loaded'),
  fits: z
    .enum(['yes', 'tight', 'no'])
    .nullable()
    .describe('Whether the host has enough memory for it; null while no worker is online'),
  hasDiskSpace: z
    .boolean()
    .nullable()
    .describe(
      'Whether the rest of the download fits on the disk; null if there is nothing left or it is unknown',
    ),
  tokensPerSecond: z
    .number()
    .nullable()
    .describe('Speed of one answer on this host; null when there is no basis for an estimate'),
  isSpeedMeasured: z
    .boolean()
    .describe('Whether the speed was measured; else it is estimated from the memory'),
  state: z.enum([...MODEL_STATES, 'waiting', 'removing']),
  bytes: z.int().describe('Bytes downloaded so far'),
  totalBytes: z.int().describe('Size of the file; from the catalog until its source has responded'),
  bytesPerSecond: z.int(),
  error: DownloadErrorSchema.nullable().describe('Why the last download failed'),
  servedAs: z.string().describe('The model name in API calls'),
  isServed: z.boolean().describe('It is loaded, or loading'),
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
        reason: z.string().nullable().describe('Why models cannot be changed here, and what to do'),
        reasonCode: reasonCode(MODEL_REASONS).nullable(),
        memoryBytes: z.int().nullable().describe('Of the host, or of its container'),
        freeDiskBytes: z.int().nullable(),
        folder: z
          .string()
          .nullable()
          .describe('Where files of your own belong; null where models cannot be changed'),
        choiceError: z.string().nullable().describe('Why the chosen model is not served'),
        choiceErrorCode: reasonCode(MODEL_REASONS).nullable(),
        choiceErrorParams: ReasonParamsSchema,
        data: z.array(ModelSchema),
      }),
    ),
  /** Starts a download, or resumes it. */
  download: route('settings:manage')
    .route({ method: 'POST', path: '/models/{id}/download', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(
      z.object({
        params,
        body: z
          .strictObject({
            thenUse: z.boolean().default(false).describe('Serve the model as soon as it is downloaded'),
          })
          .optional(),
      }),
    )
    .output(DoneSchema),
  /** Stops a download. The downloaded part is kept. */
  cancel: route('settings:manage')
    .route({ method: 'DELETE', path: '/models/{id}/download', successStatus: 202 })
    .errors(errors('model_not_found', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
  /** Deletes the model's file and any unfinished download. */
  remove: route('settings:manage')
    .route({ method: 'DELETE', path: '/models/{id}', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
  /** Serves this model from now on, also after restarts. */
  use: route('settings:manage')
    .route({ method: 'PUT', path: '/models/{id}/use', successStatus: 202 })
    .errors(errors('model_not_found', 'model_not_changeable', 'forbidden'))
    .input(z.object({ params }))
    .output(DoneSchema),
};

export type Model = z.infer<typeof ModelSchema>;
