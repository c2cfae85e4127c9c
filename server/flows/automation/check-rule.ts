import type {
  AutomationRuleInput,
  RuleAction,
  RuleCondition,
  RuleTrigger,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { RULE_FIELDS, type RuleProblem } from '../../../shared/domain/automation/rules.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { listFields } from '../../features/contacts/index.ts';
import { findTemplateByName } from '../../features/templates/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { findRow } from '../../kernel/tenancy/rows.ts';
import { templateProblems } from '../broadcasts/personal-message.ts';

/** What a rule refers to must be there: when it is saved, and whenever it runs. */

interface RuleParts {
  trigger: RuleTrigger;
  conditions: readonly RuleCondition[];
  actions: readonly RuleAction[];
}

const MESSAGES: Readonly<Record<RuleProblem, string>> = {
  label_missing: 'is not a label of this workspace',
  member_missing: 'is not a member of this workspace',
  saved_reply_missing: 'is not a saved reply of this workspace',
  template_missing: 'is not a template of this workspace in this language',
  template_not_sendable: 'cannot be sent: WhatsApp has not approved it, or has paused it',
};

/** Returns the first thing that a rule refers to and that is not there any more; null when all is. */
export async function problemOf(
  ctx: QueryContext,
  rule: RuleParts,
): Promise<{ path: string; problem: RuleProblem } | null> {
  const { trigger } = rule;
  if (trigger.kind === 'label_added' && !(await exists(ctx, 'label', trigger.labelId)))
    return { path: 'trigger.labelId', problem: 'label_missing' };
  for (const [index, condition] of rule.conditions.entries()) {
    if (condition.kind === 'label' && !(await exists(ctx, 'label', condition.labelId)))
      return { path: `conditions.${index}.labelId`, problem: 'label_missing' };
  }
  for (const [index, action] of rule.actions.entries()) {
    const found = await problemOfAction(ctx, action);
    if (found) return { path: `actions.${index}.${found[0]}`, problem: found[1] };
  }
  return null;
}

async function problemOfAction(ctx: QueryContext, action: RuleAction): Promise<[string, RuleProblem] | null> {
  switch (action.kind) {
    case 'label':
      return (await exists(ctx, 'label', action.labelId)) ? null : ['labelId', 'label_missing'];
    case 'assign': {
      const isThere = action.memberId === null || (await exists(ctx, 'user', action.memberId));
      return isThere ? null : ['memberId', 'member_missing'];
    }
    case 'saved_reply': {
      const isThere = await exists(ctx, 'savedReply', action.savedReplyId);
      return isThere ? null : ['savedReplyId', 'saved_reply_missing'];
    }
    case 'template': {
      const row = await findTemplateByName(ctx, action.name, action.language);
      if (!row) return ['name', 'template_missing'];
      return isSendable(row) ? null : ['name', 'template_not_sendable'];
    }
    default:
      return null;
  }
}

async function exists(
  ctx: QueryContext,
  kind: 'label' | 'user' | 'savedReply',
  id: string,
): Promise<boolean> {
  const key = tryDecodeId(kind, id);
  return key !== null && (await findRow(ctx, kind, { where: { id: key }, columns: ['id'] })) !== null;
}

/** Refuses a rule that could not work. @throws {AppError} validation_failed */
export async function requireWorking(ctx: Context, rule: AutomationRuleInput): Promise<void> {
  const details: ErrorDetail[] = [];
  const found = await problemOf(ctx, rule);
  if (found) details.push({ path: found.path, message: MESSAGES[found.problem] });
  const { data: fields } = await listFields(ctx);
  const keys = new Set(fields.map(({ key }) => key));
  for (const [index, condition] of rule.conditions.entries()) {
    if (condition.kind !== 'field') continue;
    const isKnown = (RULE_FIELDS as readonly string[]).includes(condition.field) || keys.has(condition.field);
    if (!isKnown)
      details.push({
        path: `conditions.${index}.field`,
        message: 'must be name, email, status or the key of a custom field',
      });
  }
  for (const [index, action] of rule.actions.entries()) {
    if (action.kind !== 'template') continue;
    const row = await findTemplateByName(ctx, action.name, action.language);
    if (!row) continue;
    for (const { path, message } of templateProblems(row, action.components as SentComponent[], keys))
      details.push({ path: path.replace(/^template\./, `actions.${index}.`), message });
  }
  if (details.length > 0) throw new AppError('validation_failed', { details });
}
