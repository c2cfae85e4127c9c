import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { TimeSchema } from '../domain/text.ts';
import { route } from './base.ts';

/** How a worker of the model's endpoint is at one moment. */
export const WorkerStatusSchema = z.strictObject({
  state: z.enum(['loading', 'ready', 'restarting', 'failed', 'stopped']),
  progress: z.number().describe('0 to 1 while the model loads'),
  fault: z.string().nullable().describe('Why it last ended or could not load'),
  model: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      chatTemplate: z.string().describe('`none` when the model file has none that is understood'),
      contextSize: z.int().nullable(),
      bytes: z.int().nullable(),
      talksNonsense: z.boolean().describe('The tiny model with random weights that every installation has'),
    })
    .nullable(),
  upstream: z.string().nullable().describe("The host of another's engine that requests are forwarded to"),
  threads: z.int(),
  slots: z.array(z.strictObject({ state: z.enum(['idle', 'reading', 'writing']), tokens: z.int() })),
  waiting: z.int().describe('Requests that wait for a slot'),
  restarts: z.int(),
  residentBytes: z.int().describe('Memory that the model really takes, as the system says'),
  load: z.number().describe("The machine's load average over a minute"),
  cores: z.int().describe('What the load is measured against'),
  tokensPerSecond: z.number(),
  totals: z
    .strictObject({ prompt: z.int(), cached: z.int(), written: z.int() })
    .describe('Tokens since the start'),
  latency: z
    .strictObject({ firstTokenMs: z.int(), firstTokenP95Ms: z.int(), queueP95Ms: z.int() })
    .nullable()
    .optional()
    .describe('Of the latest 100 calls: typical, and what 95 of them stayed under'),
});

const WorkerSchema = z.strictObject({
  id: idSchema('inferenceWorker'),
  address: z.string(),
  isOnline: z.boolean().describe('It has told how it is within the last seconds'),
  startedAt: TimeSchema,
  seenAt: TimeSchema,
  status: WorkerStatusSchema,
});

/** What the charts show of one moment. */
const SampleSchema = z.strictObject({
  workerId: idSchema('inferenceWorker'),
  at: TimeSchema,
  residentBytes: z.int(),
  load: z.number(),
  tokensPerSecond: z.number(),
  waiting: z.int(),
  busySlots: z.int(),
  firstTokenMs: z.int().nullable(),
});

export const inferenceWorkersContract = {
  list: route('keys:manage')
    .route({ method: 'GET', path: '/inference-workers' })
    .input(z.object({}))
    .output(
      z.strictObject({
        inferenceUrl: z.string().describe('The base address that programs are given'),
        data: z.array(WorkerSchema),
      }),
    ),
  history: route('keys:manage')
    .route({ method: 'GET', path: '/inference-workers/history' })
    .input(z.object({}))
    .output(
      z.strictObject({ data: z.array(SampleSchema).describe('The last 15 minutes, one in 5 seconds') }),
    ),
};

export type Worker = z.infer<typeof WorkerSchema>;
export type WorkerSample = z.infer<typeof SampleSchema>;
export type WorkerStatus = z.infer<typeof WorkerStatusSchema>;
