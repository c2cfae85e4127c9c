import { ERRORS, type ErrorCode } from '../../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../../shared/domain/reasons/audit-labels.ts';
import { CHANNEL_REASONS } from '../../../../shared/domain/reasons/channel-reasons.ts';
import { MEDIA_REASONS } from '../../../../shared/domain/reasons/media-reasons.ts';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import { PARKED_REASONS } from '../../../../shared/domain/reasons/parked-reasons.ts';
import {
  PLATFORM_ERRORS,
  type PlatformErrorCode,
} from '../../../../shared/domain/reasons/platform-errors.ts';
import { SEND_ERRORS, type SendErrorCode } from '../../../../shared/domain/reasons/send-errors.ts';
import { TEMPLATE_SYNC_REASONS } from '../../../../shared/domain/reasons/template-reasons.ts';

/** The server's messages are the English texts of the error codes. Portuguese must have one for each code. */
export const codes = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { message }]) => [code, message]),
) as Record<ErrorCode, string>;

/** A message's error names no subcode. */
const platform = Object.fromEntries(
  Object.entries(PLATFORM_ERRORS).filter(([code]) => !code.includes('/')),
) as Record<PlatformErrorCode, string>;
const messageErrors: Record<PlatformErrorCode | SendErrorCode, string> = { ...platform, ...SEND_ERRORS };

/** The server's sentences with a code, by subject. */
export const reasons = {
  audit: AUDIT_LABELS.sentences,
  channel: CHANNEL_REASONS.sentences,
  media: MEDIA_REASONS.sentences,
  models: MODEL_REASONS.sentences,
  parked: PARKED_REASONS.sentences,
  platform: messageErrors,
  templateSync: TEMPLATE_SYNC_REASONS.sentences,
};
