import { defineReasons } from './define-reasons.ts';

/** The labels of targets that have no name of their own. */
export const AUDIT_LABELS = defineReasons({
  verify_token: 'Verify token',
  no_country: 'no country',
  always_open: 'always open',
  assist: 'assistant',
  any_time: 'at any time',
  assigned_by_hand: 'by hand',
  assigned_in_turn: 'in turn',
  two_factor_required: 'two-factor authentication required',
  two_factor_optional: 'two-factor authentication optional',
  prompts_kept: 'kept for {{days}} days',
  prompts_not_kept: 'not kept',
  all_kinds: 'all kinds',
  contacts_stored: '{{created}} created, {{updated}} updated, {{failed}} failed',
  prompts_deleted: '{{entries}} entries',
});

const WITHOUT_NAME: readonly string[] = [
  'cloud_api',
  'prompt_log',
  'workspace',
  'parked_item',
  'contact_batch',
];

/** Returns the code of a label; a null code for a name that a person has given. */
export function readAuditLabel({ kind, label }: { kind: string; label: string }) {
  return AUDIT_LABELS.read(WITHOUT_NAME.includes(kind) ? label : null);
}
