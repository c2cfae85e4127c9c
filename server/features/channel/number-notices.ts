import { z } from 'zod';
import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import {
  PLATFORM_NOTICES,
  type PlatformNotice,
  writeNotice,
} from '../../../shared/domain/reasons/platform-notices.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findChannel, saveCheck, saveNumberNotice } from './channel.repository.ts';
import { requestChecks } from './channel-checks.service.ts';

/** A report of the platform about a number or an account; see `Notice` in the payloads. */
interface NumberNotice {
  value: unknown;
  time: number | null;
}

const QualitySchema = z.looseObject({
  display_phone_number: z.string(),
  event: z.string(),
  current_limit: z.string().optional(),
  max_daily_conversations_per_business: z.string().optional(),
});

const AccountSchema = z.looseObject({
  event: z.string(),
  ban_info: z.looseObject({ waba_ban_state: z.string().optional() }).optional(),
  restriction_info: z
    .array(z.looseObject({ restriction_type: z.string(), expiration: z.number().optional() }))
    .optional(),
  violation_info: z.looseObject({ violation_type: z.string().optional() }).optional(),
});

/**
 * Applies a change of the number's quality or limit.
 * @throws {z.ZodError} for an unknown format, or a number that is not connected here.
 */
async function applyQualityNotice(ctx: Context, { value, time }: NumberNotice): Promise<void> {
  const known = (await findChannel(ctx))?.number ?? null;
  const own = digitsOf(known?.displayPhoneNumber);
  const notice = QualitySchema.refine(
    ({ display_phone_number }) => known !== null && digitsOf(display_phone_number) === own,
    { path: ['display_phone_number'], message: 'is not the number that this workspace has connected' },
  ).parse(value);
  if (!known) return;
  await saveNumberNotice(ctx, { ...known, ...changeOf(notice, known) }, time ?? 0);
  await requestChecks(ctx);
}

/**
 * Saves the account's problem and requests the checks. Only their results change the state of the channel.
 * @throws {z.ZodError} for an unknown format.
 */
async function applyAccountNotice(ctx: Context, { value }: NumberNotice): Promise<void> {
  const notice = AccountSchema.parse(value);
  const message = accountMessage(notice);
  if (message !== null) await saveCheck(ctx, 'standing', { code: null, message });
  else if (isGoodNews(notice)) await saveCheck(ctx, 'standing', null);
  await requestChecks(ctx);
}

/** What such a notice is about, in the platform's own words. No customer: the log outlives the contact. */
const ABOUT = [
  ...['event', 'decision', 'alert_type', 'alert_severity', 'alert_status', 'alert_description'],
  ...['requested_verified_name', 'rejection_reason', 'message', 'error_type', 'flow_id', 'new_status'],
  ...['max_daily_conversation_per_phone', 'max_phone_numbers_per_business', 'display_phone_number'],
];
/** Words of one notice; the audit log cuts what is longer than its column. */
const WORDS_MAX = 200;

/** Records a notice in the audit log, where the Cloud API page finds it, and requests the checks when it may be about the name, the limits or the account. */
async function applyOwnerNotice(ctx: Context, field: PlatformNotice, { value }: NumberNotice): Promise<void> {
  const notice = z.looseObject({}).parse(value);
  const words = ABOUT.map((name) => notice[name]).filter(
    (word) => (typeof word === 'string' && word !== '') || typeof word === 'number',
  );
  const label = writeNotice(field, words).slice(0, WORDS_MAX);
  await inTransaction(ctx, (ctx) =>
    ctx.audit({ action: 'cloud_api.notice', target: { kind: 'workspace', id: ctx.scope.tenantId, label } }),
  );
  // Flows are about customers, not about the number.
  if (field !== 'flows') await requestChecks(ctx);
}

/** The handlers of notices about the connected number and its account, by field. */
export const numberNotices: Readonly<Record<string, (ctx: Context, notice: NumberNotice) => Promise<void>>> =
  {
    phone_number_quality_update: applyQualityNotice,
    account_update: applyAccountNotice,
    ...Object.fromEntries(
      PLATFORM_NOTICES.map((field) => [
        field,
        (ctx: Context, notice: NumberNotice) => applyOwnerNotice(ctx, field, notice),
      ]),
    ),
  };

function changeOf(notice: z.infer<typeof QualitySchema>, known: PlatformNumber): Partial<PlatformNumber> {
  const limit = notice.max_daily_conversations_per_business ?? notice.current_limit;
  return {
    messagingLimit: limit ?? known.messagingLimit,
    // Older events have no color; the platform shows a flagged number as red.
    quality: notice.event === 'FLAGGED' ? 'RED' : notice.event === 'UNFLAGGED' ? 'GREEN' : known.quality,
  };
}

/** Returns what an event means for sending, and what to do; null when sending is not affected. */
function accountMessage(notice: z.infer<typeof AccountSchema>): string | null {
  const { event, ban_info: ban, restriction_info: restrictions = [], violation_info: violation } = notice;
  const state = ban?.waba_ban_state;
  if (event === 'DISABLED_UPDATE' && state !== 'REINSTATE') {
    return state === 'SCHEDULE_FOR_DISABLE'
      ? CHANNEL_REASONS.write('account_will_be_disabled')
      : CHANNEL_REASONS.write('account_disabled');
  }
  if (event === 'ACCOUNT_DELETED') return CHANNEL_REASONS.write('account_deleted');
  if (event === 'PARTNER_REMOVED') return CHANNEL_REASONS.write('app_removed');
  if (event === 'ACCOUNT_RESTRICTION') {
    const what = restrictions.map(({ restriction_type: type }) => type).join(', ') || 'some of its rights';
    return CHANNEL_REASONS.write('account_restricted', { restrictions: what });
  }
  if (event === 'ACCOUNT_VIOLATION')
    return CHANNEL_REASONS.write('account_violation', {
      violation: violation?.violation_type ?? 'no kind given',
    });
  return null;
}

function isGoodNews({ event, ban_info: ban }: z.infer<typeof AccountSchema>): boolean {
  return ban?.waba_ban_state === 'REINSTATE' || ['ACCOUNT_RECONNECTED', 'PARTNER_ADDED'].includes(event);
}

function digitsOf(text: string | null | undefined): string {
  return (text ?? '').replace(/\D/g, '');
}
