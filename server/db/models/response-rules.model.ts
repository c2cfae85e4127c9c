import { defineModel, integer, json, key, time } from '../define-model.ts';

export interface ResponseRulesRow {
  tenantId: Buffer;
  /** `BusinessHours`; null: always open. */
  hours: unknown;
  firstResponseMinutes: number | null;
  nextResponseMinutes: number | null;
  updatedAt: Date;
}

export const responseRulesModel = defineModel<ResponseRulesRow>('response_rules', {
  tenantId: key({ primaryKey: true }),
  hours: json(),
  firstResponseMinutes: integer(),
  nextResponseMinutes: integer(),
  updatedAt: time(),
});
