import { codes, reasons as englishReasons } from '../en/later/reasons.ts';
import english from '../en/sentences.json' with { type: 'json' };
import assistLines from './later/assist-lines.json' with { type: 'json' };
import commands from './later/commands.json' with { type: 'json' };
import common from './later/common.json' with { type: 'json' };
import errors from './later/errors.json' with { type: 'json' };
import inbox from './later/inbox.json' with { type: 'json' };
import messageActions from './later/message-actions.json' with { type: 'json' };
import reasons from './later/reasons.json' with { type: 'json' };
import updates from './later/updates.json' with { type: 'json' };
import workspace from './later/workspace.json' with { type: 'json' };
import sentences from './sentences.json' with { type: 'json' };

/** The Portuguese texts that the list is shown without: of conversations, menus, dialogs and errors. */
export const later = {
  'assist-lines': assistLines,
  commands,
  common,
  errors,
  inbox,
  'message-actions': messageActions,
  reasons,
  sentences,
  updates,
  workspace,
};

/** The server's sentences in English, by which they are recognized. */
export const patterns = { codes, reasons: englishReasons, sentences: english };
