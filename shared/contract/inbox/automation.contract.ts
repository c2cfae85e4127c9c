import { z } from 'zod';
import {
  ACTION_REASONS,
  FIELD_COMPARISONS,
  KEYWORD_MATCHES,
  READY_MADE_RULES,
  RULE_ACTIONS,
  RULE_ACTIONS_MAX,
  RULE_CONDITIONS_MAX,
  RULE_HOURS_MAX,
  RULE_LANGUAGES,
  RULE_PAUSE_HOURS_MAX,
  RULE_PROBLEMS,
  RULE_WORD_LENGTH_MAX,
  RULE_WORDS_MAX,
  RULES_MAX,
  RUN_REASONS,
  RUN_RESULTS,
  RUNS_COUNTED_MAX,
  RUNS_KEPT_DAYS,
  SENDING_ACTIONS,
  TEST_DAYS,
  TEST_REASONS,
} from '../../domain/automation/rules.ts';
import { MARKETING_STATES } from '../../domain/contact-status.ts';
import { idSchema } from '../../domain/ids.ts';
import { TEXT_MAX } from '../../domain/message-limits.ts';
import { hasOnlyVariables } from '../../domain/saved-reply.ts';
import { freeText, lineText, TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';
import { TEMPLATE_LANGUAGE } from '../send-message.ts';
import { TemplateComponentsSchema } from '../template-components.ts';

const hours = z.int().min(1).max(RULE_HOURS_MAX);

/** What starts a rule. */
export const RuleTriggerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('conversation_started'),
    reopened: z.boolean().describe('Also when the customer writes in a conversation that was closed'),
  }),
  z.strictObject({
    kind: z.literal('keyword'),
    words: z
      .array(lineText({ min: 1, max: RULE_WORD_LENGTH_MAX }))
      .min(1, 'must contain at least one word')
      .max(RULE_WORDS_MAX, `must contain at most ${RULE_WORDS_MAX} words`),
    match: z.enum(KEYWORD_MATCHES),
  }),
  z.strictObject({ kind: z.literal('outside_hours') }),
  z.strictObject({ kind: z.literal('label_added'), labelId: idSchema('label') }),
  z.strictObject({ kind: z.literal('no_answer'), hours }),
]);

/** What must also be true when the rule runs. */
export const RuleConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('label'), has: z.boolean(), labelId: idSchema('label') }),
  z.strictObject({ kind: z.literal('tag'), has: z.boolean(), tag: lineText({ min: 1, max: 50 }) }),
  z.strictObject({
    kind: z.literal('language'),
    languages: z.array(z.enum(RULE_LANGUAGES)).min(1, 'must name at least one language'),
  }),
  z.strictObject({ kind: z.literal('hours'), inside: z.boolean() }),
  z.strictObject({
    kind: z.literal('field'),
    field: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be name, email, status or the key of a custom field'),
    is: z.enum(FIELD_COMPARISONS),
    value: lineText({ max: 200 }),
  }),
  z.strictObject({ kind: z.literal('marketing'), is: z.enum(MARKETING_STATES) }),
]);

/** What a rule does. */
export const RuleActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    text: freeText({ min: 1, max: TEXT_MAX }).refine(
      hasOnlyVariables,
      'has double braces that are not a variable',
    ),
  }),
  z.strictObject({ kind: z.literal('saved_reply'), savedReplyId: idSchema('savedReply') }),
  z.strictObject({
    kind: z.literal('template'),
    name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be a template name: lowercase letters, digits and _'),
    language: z
      .string()
      .regex(TEMPLATE_LANGUAGE, 'must be one of WhatsApp’s language codes, such as en or en_US'),
    components: TemplateComponentsSchema,
  }),
  z.strictObject({
    kind: z.literal('assign'),
    memberId: idSchema('user').nullable().describe('null: to members in turn'),
  }),
  z.strictObject({ kind: z.literal('label'), labelId: idSchema('label') }),
  z.strictObject({ kind: z.literal('webhook') }),
  z.strictObject({ kind: z.literal('snooze'), hours }),
  z.strictObject({ kind: z.literal('close') }),
]);

const parts = {
  name: lineText({ min: 1, max: 80 }),
  trigger: RuleTriggerSchema,
  conditions: z
    .array(RuleConditionSchema)
    .max(RULE_CONDITIONS_MAX, `must contain at most ${RULE_CONDITIONS_MAX} conditions`),
  actions: z
    .array(RuleActionSchema)
    .min(1, 'must contain at least one action')
    .max(RULE_ACTIONS_MAX, `must contain at most ${RULE_ACTIONS_MAX} actions`),
  pauseHours: z
    .int()
    .min(0)
    .max(RULE_PAUSE_HOURS_MAX)
    .describe('How long the rule leaves a contact alone after it has run for them; 0: not at all'),
};

type RuleParts = { readonly [Name in keyof typeof parts]: z.infer<(typeof parts)[Name]> };

/** Rejects rules that contradict themselves. */
function checkRule({ actions, pauseHours }: RuleParts, context: z.RefinementCtx): void {
  const reject = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const ends = actions.flatMap(({ kind }, index) => (kind === 'close' || kind === 'snooze' ? [index] : []));
  if (ends[1] !== undefined) reject(['actions', ends[1], 'kind'], 'a rule can close or snooze only once');
  const assigned = actions.flatMap(({ kind }, index) => (kind === 'assign' ? [index] : []));
  if (assigned[1] !== undefined) reject(['actions', assigned[1], 'kind'], 'a rule can assign only once');
  if (pauseHours === 0 && actions.some(({ kind }) => SENDING_ACTIONS.includes(kind)))
    reject(['pauseHours'], 'a rule that sends a message must leave the contact alone for at least an hour');
}

const input = z.strictObject(parts);
export const AutomationRuleInputSchema = input.superRefine(checkRule);
const CreateRuleSchema = input
  .extend({ isEnabled: z.boolean().default(false), readyMade: z.enum(READY_MADE_RULES).optional() })
  .superRefine(checkRule);

export const AutomationRuleSchema = z.strictObject({
  id: idSchema('automationRule'),
  name: z.string(),
  isEnabled: z.boolean(),
  readyMade: z.enum(READY_MADE_RULES).nullable(),
  trigger: RuleTriggerSchema,
  conditions: z.array(RuleConditionSchema),
  actions: z.array(RuleActionSchema),
  pauseHours: z.int(),
  problem: z.enum(RULE_PROBLEMS).nullable().describe('Why the server turned the rule off'),
  lastRunAt: TimeSchema.nullable().describe('When it last did something'),
  runCount: z
    .int()
    .describe(
      `How often it did something in the last ${RUNS_KEPT_DAYS} days, counted up to ${RUNS_COUNTED_MAX}`,
    ),
  createdAt: TimeSchema,
  updatedAt: TimeSchema,
});

const ActionResultSchema = z.strictObject({
  kind: z.enum(RULE_ACTIONS),
  result: z.enum(['done', 'skipped']),
  reason: z.enum(ACTION_REASONS).nullable(),
});

const person = z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() });

/** One run of a rule: for which conversation, and what came of it. */
export const AutomationRunSchema = z.strictObject({
  id: idSchema('automationRun'),
  contact: person,
  conversationId: idSchema('conversation'),
  messageId: idSchema('message').nullable().describe('The message that started it'),
  result: z.enum(RUN_RESULTS),
  reason: z.enum(RUN_REASONS).nullable(),
  condition: z.int().nullable().describe('The number of the condition that was not met, from 0'),
  actions: z.array(ActionResultSchema),
  createdAt: TimeSchema.describe('When it was triggered'),
  doneAt: TimeSchema.nullable(),
});

/** What a rule would have done. */
export const RuleTestSchema = z.strictObject({
  since: TimeSchema.describe('The time from which messages were read'),
  messages: z.int().describe('How many messages were read'),
  isComplete: z
    .boolean()
    .describe(`Whether all messages of the last ${TEST_DAYS} days were read; otherwise only the newest`),
  matched: z.int().describe('How often the rule would have been triggered'),
  runs: z.int().describe('How often it would have run'),
  skipped: z
    .array(z.strictObject({ reason: z.enum(TEST_REASONS), count: z.int() }))
    .describe('How often it would have done nothing, by reason'),
  samples: z.array(
    z.strictObject({
      contact: person,
      conversationId: idSchema('conversation'),
      text: z.string().nullable(),
      at: TimeSchema,
      reason: z.enum(TEST_REASONS).nullable().describe('null: it would have run'),
    }),
  ),
});

const params = z.object({ id: z.string().max(64) });

/** The rules that answer customers and sort conversations without a person. */
export const automationContract = {
  list: route('settings:manage')
    .route({ method: 'GET', path: '/automation-rules' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(AutomationRuleSchema) })),
  create: route('settings:manage')
    .route({ method: 'POST', path: '/automation-rules', successStatus: 201 })
    .errors(errors('automation_limit_reached'))
    .input(z.object({ body: CreateRuleSchema }))
    .output(AutomationRuleSchema),
  get: route('settings:manage')
    .route({ method: 'GET', path: '/automation-rules/{id}' })
    .errors(errors('automation_rule_not_found'))
    .input(z.object({ params }))
    .output(AutomationRuleSchema),
  change: route('settings:manage')
    .route({ method: 'PUT', path: '/automation-rules/{id}' })
    .errors(errors('automation_rule_not_found'))
    .input(z.object({ params, body: AutomationRuleInputSchema }))
    .output(AutomationRuleSchema),
  switch: route('settings:manage')
    .route({ method: 'PUT', path: '/automation-rules/{id}/enabled' })
    .errors(errors('automation_rule_not_found'))
    .input(z.object({ params, body: z.strictObject({ isEnabled: z.boolean() }) }))
    .output(AutomationRuleSchema),
  /** Puts a rule at a place in the order in which rules run; the others close up. */
  move: route('settings:manage')
    .route({ method: 'PUT', path: '/automation-rules/{id}/position' })
    .errors(errors('automation_rule_not_found'))
    .input(
      z.object({
        params,
        body: z.strictObject({
          position: z
            .int()
            .min(0)
            .max(RULES_MAX - 1)
            .describe('From 0, which is the first; the last if there are fewer'),
        }),
      }),
    )
    .output(z.strictObject({ data: z.array(AutomationRuleSchema) })),
  remove: route('settings:manage')
    .route({ method: 'DELETE', path: '/automation-rules/{id}' })
    .errors(errors('automation_rule_not_found'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('automationRule'), deleted: z.literal(true) })),
  runs: route('settings:manage')
    .route({ method: 'GET', path: '/automation-rules/{id}/runs' })
    .errors(errors('automation_rule_not_found'))
    .input(
      z.object({
        params,
        query: z.strictObject({
          result: z.enum(RUN_RESULTS).optional(),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(AutomationRunSchema)),
  /** Reads past messages and says what a rule would have done. Stores nothing, sends nothing. */
  test: route('settings:manage')
    .route({ method: 'POST', path: '/automation-test' })
    .input(z.object({ body: AutomationRuleInputSchema }))
    .output(RuleTestSchema),
};

export type RuleTrigger = z.infer<typeof RuleTriggerSchema>;
export type RuleCondition = z.infer<typeof RuleConditionSchema>;
export type RuleAction = z.infer<typeof RuleActionSchema>;
export type AutomationRuleInput = z.infer<typeof AutomationRuleInputSchema>;
export type AutomationRule = z.infer<typeof AutomationRuleSchema>;
export type AutomationRun = z.infer<typeof AutomationRunSchema>;
export type ActionResult = z.infer<typeof ActionResultSchema>;
export type RuleTest = z.infer<typeof RuleTestSchema>;
