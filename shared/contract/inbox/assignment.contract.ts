import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { route } from '../base.ts';

/** `manual`: people assign conversations. `round_robin`: those of waiting customers go to people in turn. */
export const ASSIGNMENT_MODES = ['manual', 'round_robin'] as const;
export const CAPACITY_MAX = 1_000;
/** Minutes without activity after which a member can be set as away. */
export const AWAY_AFTER_MINUTES = { min: 5, max: 480 } as const;

/** How conversations are assigned, and who takes part. */
const rules = {
  mode: z.enum(ASSIGNMENT_MODES),
  capacity: z
    .int()
    .min(1)
    .max(CAPACITY_MAX)
    .nullable()
    .describe('Open conversations per person, at most; null for no limit'),
  onlyInHours: z.boolean().describe('Whether conversations are assigned only in business hours'),
  awayAfterMinutes: z
    .int()
    .min(AWAY_AFTER_MINUTES.min)
    .max(AWAY_AFTER_MINUTES.max)
    .nullable()
    .default(null)
    .describe('After this time without a key or click in the dashboard, a member is away; null: never'),
};

export const AssignmentSchema = z.strictObject({
  ...rules,
  members: z.array(
    z.strictObject({
      id: idSchema('user'),
      name: z.string(),
      takesPart: z.boolean(),
      isAway: z.boolean(),
      openCount: z.int().describe(`Their open conversations, counted up to ${CAPACITY_MAX}`),
    }),
  ),
});

export const assignmentContract = {
  get: route('settings:manage')
    .route({ method: 'GET', path: '/assignment' })
    .input(z.object({}))
    .output(AssignmentSchema),
  change: route('settings:manage')
    .route({ method: 'PUT', path: '/assignment' })
    .input(
      z.object({
        body: z.strictObject({
          ...rules,
          leftOut: z
            .array(idSchema('user'))
            .max(1_000)
            .describe('The members who do not take part; others do, also those who join later'),
        }),
      }),
    )
    .output(AssignmentSchema),
  /** Says that the person who asks takes no new conversations, or takes them again. */
  setAvailability: route('messages:send')
    .route({ method: 'PUT', path: '/availability' })
    .input(z.object({ body: z.strictObject({ isAway: z.boolean() }) }))
    .output(z.strictObject({ isAway: z.boolean() })),
  /** Says that the person who asks is at work. A person who is away only for lack of activity is available again. */
  noteActivity: route('messages:send')
    .route({ method: 'PUT', path: '/activity' })
    .input(z.object({}))
    .output(z.strictObject({ isAway: z.boolean() })),
};

export type AssignmentMode = (typeof ASSIGNMENT_MODES)[number];
export type Assignment = z.infer<typeof AssignmentSchema>;
export type AssignmentRules = Pick<Assignment, 'mode' | 'capacity' | 'onlyInHours' | 'awayAfterMinutes'>;
