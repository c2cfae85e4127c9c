import type { AssignmentMode } from '../../../shared/contract/inbox/assignment.contract.ts';
import { defineModel, integer, key, string, time } from '../define-model.ts';

export interface AssignmentRulesRow {
  tenantId: Buffer;
  mode: AssignmentMode;
  /** Open conversations per person, at most; null: no limit. */
  capacity: number | null;
  onlyInHours: number;
  /** Minutes without activity after which members are away; null: never. */
  awayAfterMinutes: number | null;
  updatedAt: Date;
}

export const assignmentRulesModel = defineModel<AssignmentRulesRow>('assignment_rules', {
  tenantId: key({ primaryKey: true }),
  mode: string(),
  capacity: integer(),
  onlyInHours: integer(),
  awayAfterMinutes: integer(),
  updatedAt: time(),
});
