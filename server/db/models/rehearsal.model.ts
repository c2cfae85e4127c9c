import type {
  RehearsalEnd,
  RehearsalLanguage,
  RehearsalOutcome,
  RehearsalPace,
  RehearsalScript,
} from '../../../shared/domain/rehearsal/rehearsal.ts';
import { defineModel, json, key, string, time } from '../define-model.ts';

export interface RehearsalRow {
  id: Buffer;
  tenantId: Buffer;
  language: RehearsalLanguage;
  pace: RehearsalPace;
  /** The platform's id of the test number. */
  numberId: string;
  startedBy: Buffer | null;
  /** The ids of the members who practise, in hex. */
  members: unknown;
  /** Null while it runs. */
  ended: RehearsalEnd | null;
  createdAt: Date;
  endsAt: Date;
  endedAt: Date | null;
}

export interface RehearsalCustomerRow {
  id: Buffer;
  tenantId: Buffer;
  rehearsalId: Buffer;
  script: RehearsalScript;
  /** A number that no country has: see `isSimulatedPhone`. */
  phone: string;
  memberId: Buffer;
  /** `Progress`. */
  progress: unknown;
  /** The list of lines that they write next. */
  nextLines: unknown;
  /** The outcome that they come to once these are written. */
  final: RehearsalOutcome | null;
  outcome: RehearsalOutcome | null;
  /** When they last wrote. */
  wroteAt: Date | null;
  /** When they take their next step; null: they have come to an end. */
  dueAt: Date | null;
  createdAt: Date;
}

export const rehearsalModel = defineModel<RehearsalRow>('rehearsals', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  language: string(),
  pace: string(),
  numberId: string(),
  startedBy: key(),
  members: json(),
  ended: string(),
  createdAt: time(),
  endsAt: time(),
  endedAt: time(),
});

export const rehearsalCustomerModel = defineModel<RehearsalCustomerRow>('rehearsal_customers', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  rehearsalId: key(),
  script: string(),
  phone: string(),
  memberId: key(),
  progress: json(),
  nextLines: json(),
  final: string(),
  outcome: string(),
  wroteAt: time(),
  dueAt: time(),
  createdAt: time(),
});
