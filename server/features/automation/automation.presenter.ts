import type {
  ActionResult,
  AutomationRule,
  AutomationRun,
  RuleAction,
  RuleCondition,
  RuleTrigger,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { AutomationRuleRow, RunView } from '../../db/models/automation.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** Returns when, and, and then of a stored rule. */
export function partsOf(row: Pick<AutomationRuleRow, 'triggerJson' | 'conditions' | 'actions'>): {
  trigger: RuleTrigger;
  conditions: RuleCondition[];
  actions: RuleAction[];
} {
  return {
    trigger: asJson<RuleTrigger>(row.triggerJson),
    conditions: asJson<RuleCondition[]>(row.conditions),
    actions: asJson<RuleAction[]>(row.actions),
  };
}

/** Returns a rule in the format of the dashboard. */
export function presentRule(
  row: Omit<AutomationRuleRow, 'tenantId'> & { lastRunAt?: Date | null; runCount?: number },
): AutomationRule {
  return {
    id: encodeId('automationRule', row.id),
    name: row.name,
    isEnabled: row.isEnabled === 1,
    readyMade: row.readyMade,
    ...partsOf(row),
    pauseHours: row.pauseHours,
    problem: row.problem,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    runCount: row.runCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns a run in the format of the log. */
export function presentRun(row: RunView): AutomationRun {
  return {
    id: encodeId('automationRun', row.id),
    contact: {
      id: encodeId('contact', row.contactId),
      name: row.contactName,
      phone: row.contactPhone,
    },
    conversationId: encodeId('conversation', row.conversationId),
    messageId: row.messageId && encodeId('message', row.messageId),
    result: row.result,
    reason: row.reason,
    condition: row.conditionNumber,
    actions: asJson<ActionResult[]>(row.actions),
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
