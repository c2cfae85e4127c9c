/** What rehearsals consist of: members answer simulated customers, who write to the test number of the workspace. */

/** The scripts, each of which there is in every language. */
export const REHEARSAL_SCRIPTS = [
  'late_order',
  'wrong_item',
  'price',
  'angry_refund',
  'appointment',
  'address',
  'damage_photo',
  'double_charge',
  'opening_hours',
  'off_topic',
] as const;
export type RehearsalScript = (typeof REHEARSAL_SCRIPTS)[number];

export const REHEARSAL_LANGUAGES = ['en', 'pt'] as const;
export type RehearsalLanguage = (typeof REHEARSAL_LANGUAGES)[number];

/** How soon customers write one after the other, and how long they wait. */
export const REHEARSAL_PACES = ['calm', 'normal', 'busy'] as const;
export type RehearsalPace = (typeof REHEARSAL_PACES)[number];

export const REHEARSAL_MOODS = ['friendly', 'confused', 'impatient', 'angry'] as const;
export type RehearsalMood = (typeof REHEARSAL_MOODS)[number];

/** What a customer wants to know or to have done. */
export const REHEARSAL_QUESTIONS = [
  'delivery_day',
  'delay_reason',
  'exchange_steps',
  'return_cost',
  'price',
  'payment',
  'apology',
  'refund',
  'refund_time',
  'new_time',
  'confirmation',
  'address_changed',
  'replacement',
  'hours',
  'weekend',
  'polite_no',
] as const;
export type RehearsalQuestion = (typeof REHEARSAL_QUESTIONS)[number];

/** What a member may ask a customer for. */
export const REHEARSAL_DETAILS = [
  'order_number',
  'name',
  'email',
  'address',
  'quantity',
  'time',
  'photo',
] as const;
export type RehearsalDetail = (typeof REHEARSAL_DETAILS)[number];

/** How a simulated customer came to an end. `deleted`: a member deleted the contact. */
export const REHEARSAL_OUTCOMES = ['reached', 'gave_up', 'stopped', 'time_up', 'deleted'] as const;
export type RehearsalOutcome = (typeof REHEARSAL_OUTCOMES)[number];

/** Why a rehearsal has ended. `number_changed`: the test number is no longer the number of the workspace. */
export const REHEARSAL_ENDS = ['done', 'stopped', 'time_up', 'number_changed'] as const;
export type RehearsalEnd = (typeof REHEARSAL_ENDS)[number];

/** Why a workspace cannot rehearse. */
export const REHEARSAL_OBSTACLES = ['no_number', 'real_number', 'no_sandbox'] as const;
export type RehearsalObstacle = (typeof REHEARSAL_OBSTACLES)[number];

export const REHEARSAL_CUSTOMERS_MAX = REHEARSAL_SCRIPTS.length;
export const REHEARSAL_MEMBERS_MAX = 20;
export const REHEARSAL_MINUTES = [10, 20, 30] as const;
export const REHEARSALS_RUNNING_MAX = 3;
/** Rehearsals of a workspace that are kept. */
export const REHEARSALS_KEPT_MAX = 50;
export const REHEARSALS_KEPT_DAYS = 30;

/**
 * The numbers of simulated customers: no country has the code 999, so a real platform has no such customer, and can reach
 * none. Everything that leaves rehearsals out goes by it.
 */
const SIMULATED = /^9990\d{10}$/;
/** The same for a `LIKE` of the database. */
export const SIMULATED_PHONES_LIKE = '9990__________';

/** Returns whether a number is one of a simulated customer. */
export function isSimulatedPhone(phone: string | null | undefined): boolean {
  return typeof phone === 'string' && SIMULATED.test(phone);
}

/**
 * Returns whether the payload of an event is about a simulated customer: as the contact, of the conversation, or as the one
 * who was deleted.
 */
export function isAboutSimulated(payload: object): boolean {
  const { contact, conversation, isSimulated } = payload as {
    contact?: { phone?: string | null };
    conversation?: { contact?: { phone?: string | null } };
    isSimulated?: boolean;
  };
  return (
    isSimulated === true || isSimulatedPhone(contact?.phone) || isSimulatedPhone(conversation?.contact?.phone)
  );
}
