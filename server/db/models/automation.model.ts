import type {
  ReadyMadeRule,
  RuleProblem,
  RuleTriggerKind,
  RunReason,
  RunResult,
} from '../../../shared/domain/automation/rules.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface AutomationRuleRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  isEnabled: number;
  readyMade: ReadyMadeRule | null;
  triggerKind: RuleTriggerKind;
  /** `RuleTrigger`. */
  triggerJson: unknown;
  /** A list of `RuleCondition`. */
  conditions: unknown;
  /** A list of `RuleAction`. */
  actions: unknown;
  pauseHours: number;
  /** Rules run in this order; those with the same one in the order in which they were created. */
  position: number;
  /** Why the server switched it off. */
  problem: RuleProblem | null;
  /** The newest event when it was last switched on: only later ones trigger it. */
  enabledSeq: number;
  enabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface AutomationRunRow {
  id: Buffer;
  tenantId: Buffer;
  ruleId: Buffer;
  /** What triggered it: the id of a message, or a digest of what else it was. */
  cause: Buffer;
  contactId: Buffer;
  conversationId: Buffer;
  messageId: Buffer | null;
  causedAt: Date;
  /** When it is to be done; null: it is done. */
  dueAt: Date | null;
  attempts: number;
  result: RunResult;
  reason: RunReason | null;
  conditionNumber: number | null;
  /** A list of `ActionResult`. */
  actions: unknown;
  /** Actions that changed something, and those of them that sent a message. */
  actionCount: number;
  messageCount: number;
  createdAt: Date;
  doneAt: Date | null;
  /** When it changed something; null: it did not. */
  actedAt: Date | null;
}

/** A run with what the log shows of its contact. */
export type RunView = Omit<AutomationRunRow, 'tenantId'> & {
  contactName: string;
  contactPhone: string | null;
};

export const automationRuleModel = defineModel<AutomationRuleRow>('automation_rules', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  isEnabled: integer(),
  readyMade: string(),
  triggerKind: string(),
  triggerJson: json(),
  conditions: json(),
  actions: json(),
  pauseHours: integer(),
  position: integer(),
  problem: string(),
  enabledSeq: integer(),
  enabledAt: time(),
  createdAt: time(),
  updatedAt: time(),
});

export const automationRunModel = defineModel<AutomationRunRow>('automation_runs', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  ruleId: key(),
  cause: key(),
  contactId: key(),
  conversationId: key(),
  messageId: key(),
  causedAt: time(),
  dueAt: time(),
  attempts: integer(),
  result: string(),
  reason: string(),
  conditionNumber: integer(),
  actions: json(),
  actionCount: integer(),
  messageCount: integer(),
  createdAt: time(),
  doneAt: time(),
  actedAt: time(),
});
