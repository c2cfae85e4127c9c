import { ERRORS, type ErrorCode } from '../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import { MEDIA_REASONS } from '../../../shared/domain/reasons/media-reasons.ts';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { PLATFORM_ERRORS, type PlatformErrorCode } from '../../../shared/domain/reasons/platform-errors.ts';
import { SEND_ERRORS, type SendErrorCode } from '../../../shared/domain/reasons/send-errors.ts';
import { TEMPLATE_SYNC_REASONS } from '../../../shared/domain/reasons/template-reasons.ts';
import app from './app.json' with { type: 'json' };
import commands from './commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import inbox from './inbox.json' with { type: 'json' };
import messageActions from './message-actions.json' with { type: 'json' };
import notices from './notices.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The server's messages are the English texts of the error codes. Portuguese must have one for each code. */
const codes = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { message }]) => [code, message]),
) as Record<ErrorCode, string>;

/** A message's error names no subcode. */
const platform = Object.fromEntries(
  Object.entries(PLATFORM_ERRORS).filter(([code]) => !code.includes('/')),
) as Record<PlatformErrorCode, string>;
const messageErrors: Record<PlatformErrorCode | SendErrorCode, string> = { ...platform, ...SEND_ERRORS };

const reasons = {
  audit: AUDIT_LABELS.sentences,
  channel: CHANNEL_REASONS.sentences,
  media: MEDIA_REASONS.sentences,
  models: MODEL_REASONS.sentences,
  parked: PARKED_REASONS.sentences,
  platform: messageErrors,
  templateSync: TEMPLATE_SYNC_REASONS.sentences,
};

/** The English texts of the inbox and what surrounds all pages. They are bundled, so that the first frame has text. */
export const first = {
  app,
  commands,
  common,
  notices,
  errors: { ...errors, codes },
  inbox,
  'message-actions': messageActions,
  reasons,
  updates,
  workspace,
};
