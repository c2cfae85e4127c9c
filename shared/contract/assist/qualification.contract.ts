import { z } from 'zod';
import { MODEL_FEATURES, QUALIFICATION_MEASURES } from '../../domain/assist/qualification.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const FigureSchema = z.strictObject({
  measure: z.enum(QUALIFICATION_MEASURES),
  unit: z.enum(['share', 'count', 'seconds']),
  is: z.enum(['least', 'most']).describe('Whether the limit has to be reached, or not to be exceeded'),
  limit: z.number(),
  value: z.number().nullable().describe('Null: no case says it'),
  en: z.number().nullable().describe('Of the cases in English alone'),
  pt: z.number().nullable().describe('Of the cases in Portuguese alone'),
  isPassed: z.boolean(),
});

const VerdictSchema = z.strictObject({ isOffered: z.boolean(), figures: z.array(FigureSchema) });

const QualificationSchema = z.strictObject({
  model: z.string().nullable().describe('The model that is served now'),
  isTestModel: z.boolean(),
  state: z
    .enum(['no_model', 'reading', 'none', 'running', 'stopped', 'done'])
    .describe('reading: the file of the model is still being read; none: no run was ever started'),
  mayRun: z.boolean().describe('Whether this workspace may start a run'),
  startsByItself: z.boolean().describe('Whether the first run of this model starts by itself'),
  draftTime: z
    .strictObject({
      ownSeconds: z.int().describe('How long the model has worked on drafts of this workspace today (UTC)'),
      limitSeconds: z.int().describe('How long it may in a day, for all workspaces of the server'),
      isLeft: z.boolean().describe('Whether this workspace still gets drafts today'),
    })
    .describe('The time for prepared replies'),
  done: z.int().describe('Cases of the run that are done'),
  total: z.int(),
  startedAt: TimeSchema.nullable(),
  result: z
    .strictObject({
      finishedAt: TimeSchema,
      cases: z.int(),
      isOutdated: z.boolean().describe('An earlier version of this server has asked for something else'),
      features: z.record(z.enum(MODEL_FEATURES), VerdictSchema),
    })
    .nullable()
    .describe('What the last finished run of this model has found'),
});

/** What the model is good for on this server. It belongs to the model, not to a workspace. */
export const qualificationContract = {
  get: route('messages:read')
    .route({ method: 'GET', path: '/assist/qualification' })
    .input(z.object({}))
    .output(QualificationSchema),
  /** Starts a run; one that goes on is left alone. */
  start: route('settings:manage')
    .route({ method: 'POST', path: '/assist/qualification', successStatus: 202 })
    .errors(errors('model_not_changeable', 'forbidden'))
    .input(z.object({}))
    .output(QualificationSchema),
  /** Stops the run. What an earlier one has found stays. */
  stop: route('settings:manage')
    .route({ method: 'DELETE', path: '/assist/qualification', successStatus: 202 })
    .errors(errors('model_not_changeable', 'forbidden'))
    .input(z.object({}))
    .output(QualificationSchema),
};

export type QualificationView = z.infer<typeof QualificationSchema>;
