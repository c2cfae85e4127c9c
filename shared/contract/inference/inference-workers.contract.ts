import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { MODEL_REASONS } from '../../domain/reasons/model-reasons.ts';
import { TimeSchema } from '../../domain/text.ts';
import { route } from '../base.ts';
import { ReasonParamsSchema, reasonCode } from '../reason-code.ts';

const GpuSchema = z.strictObject({
  name: z.string(),
  memoryUsedBytes: z.int().nullable(),
  memoryTotalBytes: z.int().nullable(),
  utilization: z.number().nullable().describe('Percent'),
  temperature: z.number().nullable().describe('Degrees Celsius'),
});

/** The machine or container of a worker. Unknown values are null. */
const HostSchema = z.strictObject({
  physicalCores: z.int().nullable().describe('Of the machine'),
  usableCores: z.number().describe('Cores that the worker can use; a container can have a part of one'),
  load: z
    .number()
    .nullable()
    .describe(
      'Cores in use, averaged over a minute: the load average, or in a container with a CPU limit its own use',
    ),
  memoryUsedBytes: z.int().nullable(),
  memoryTotalBytes: z.int().nullable().describe("Of the machine, or its container's limit"),
  freeDiskBytes: z.int().nullable().describe('On the disk of the models folder'),
  cpuTemperature: z.number().nullable().describe('Degrees Celsius'),
  gpus: z.array(GpuSchema),
});

/** The state of an inference worker at one moment. */
export const WorkerStatusSchema = z.strictObject({
  state: z.enum(['loading', 'ready', 'restarting', 'failed', 'stopped']),
  progress: z.number().describe('0 to 1 while the model loads'),
  error: z.string().nullable().describe('Why the engine last ended, or the model could not be loaded'),
  model: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      chatTemplate: z.string().describe('`none` when the model file has none that is supported'),
      contextSize: z.int().nullable(),
      bytes: z.int().nullable(),
      digest: z
        .string()
        .nullable()
        .optional()
        .describe('SHA-256 of the file; of host and name for an engine elsewhere. Null until it is known'),
      isTestModel: z.boolean().describe('The placeholder with random weights'),
      measuredTokensPerSecond: z
        .number()
        .nullable()
        .describe('Speed of one answer at a time, the median of the latest; null before there are any'),
    })
    .nullable(),
  upstream: z.string().nullable().describe('Hosts of the engines that requests are forwarded to'),
  upstreams: z
    .array(
      z.strictObject({
        host: z.string(),
        state: z
          .enum(['ready', 'draining', 'paused', 'away'])
          .describe('Draining: takes no new requests. Paused: failed several. Away: does not answer'),
        running: z.int().describe('Requests that it is answering'),
        error: z.string().nullable().describe('Why it was away last'),
      }),
    )
    .optional()
    .describe('Each of these engines'),
  threads: z.int(),
  slots: z.array(z.strictObject({ state: z.enum(['idle', 'reading', 'writing']), tokens: z.int() })),
  waiting: z.int().describe('Requests waiting for a slot'),
  restarts: z.int(),
  engineMemoryBytes: z.int().describe('Resident memory of the engine process'),
  host: HostSchema,
  tokensPerSecond: z.number(),
  totals: z
    .strictObject({ prompt: z.int(), cached: z.int(), written: z.int() })
    .describe('Tokens since the start, of calls with a key and of the playground'),
  assist: z
    .strictObject({
      answered: z.int(),
      parked: z.int().describe('Stopped for a request that someone waited for, and started again later'),
      shed: z.int().describe('Refused, because too many were waiting'),
      prompt: z.int(),
      cached: z.int(),
      written: z.int(),
    })
    .optional()
    .describe("The server's own requests since the start, and their tokens. They count for no key"),
  latency: z
    .strictObject({ firstTokenMs: z.int(), firstTokenP95Ms: z.int(), queueP95Ms: z.int() })
    .nullable()
    .optional()
    .describe('Of the latest 100 calls: median and 95th percentile'),
});

/** What everybody with keys may know about a worker. The rest shows what others do, and the operator's machine. */
const STATE = { state: true, progress: true, error: true, model: true } as const;

const WorkerSchema = z.strictObject({
  id: idSchema('inferenceWorker'),
  isOnline: z.boolean().describe('It has reported within the last seconds'),
  startedAt: TimeSchema,
  seenAt: TimeSchema,
  status: WorkerStatusSchema.pick(STATE),
  details: WorkerStatusSchema.omit(STATE)
    .extend({ address: z.string() })
    .nullable()
    .describe('Its load and its machine; null where several workspaces share the server'),
  errorCode: reasonCode(MODEL_REASONS).nullable().describe('The code of `status.error`'),
  errorParams: ReasonParamsSchema,
});

/** The times that charts can show: 15 minutes, a day and a week. */
export const WORKER_SPANS = ['quarter', 'day', 'week'] as const;
export type WorkerSpan = (typeof WORKER_SPANS)[number];

/** One data point of the charts. */
const SampleSchema = z.strictObject({
  workerId: idSchema('inferenceWorker'),
  at: TimeSchema,
  engineMemoryBytes: z.int(),
  memoryUsedBytes: z.int().nullable(),
  load: z.number().nullable(),
  tokensPerSecond: z.number(),
  waiting: z.int(),
  busySlots: z.int(),
  firstTokenMs: z.int().nullable(),
});

/** The days of which the bytes that left the machine are shown. */
export const EGRESS_DAYS = 30;

export const inferenceWorkersContract = {
  list: route('keys:manage')
    .route({ method: 'GET', path: '/inference-workers' })
    .input(z.object({}))
    .output(
      z.strictObject({
        inferenceUrl: z.string().describe('The base URL for programs'),
        data: z.array(WorkerSchema),
      }),
    ),
  /** Where the texts for the model go. Everyone who writes to customers may know. */
  egress: route('session')
    .route({ method: 'GET', path: '/model-egress' })
    .input(z.object({}))
    .output(
      z.strictObject({
        upstream: z
          .string()
          .nullable()
          .describe('The engines that requests are forwarded to; null when the model runs on this machine'),
        days: z.int(),
        isNothing: z.boolean().describe('Not a byte left the machine for the model in these days'),
        hosts: z
          .array(z.strictObject({ host: z.string(), bytes: z.int() }))
          .nullable()
          .describe(
            'Bytes by receiver, counted at the socket; null where several workspaces share the server',
          ),
      }),
    ),
  history: route('keys:manage')
    .route({ method: 'GET', path: '/inference-workers/history' })
    .input(z.object({ query: z.strictObject({ span: z.enum(WORKER_SPANS).default('quarter') }) }))
    .output(
      z.strictObject({
        data: z
          .array(SampleSchema)
          .describe(
            'The last 15 minutes, one every 5 seconds; or a day or a week, one every 5 minutes. Empty where details are null',
          ),
      }),
    ),
};

export type Worker = z.infer<typeof WorkerSchema>;
export type WorkerSample = z.infer<typeof SampleSchema>;
export type WorkerStatus = z.infer<typeof WorkerStatusSchema>;
export type HostStatus = z.infer<typeof HostSchema>;
export type Gpu = z.infer<typeof GpuSchema>;
