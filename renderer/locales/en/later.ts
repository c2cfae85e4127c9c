import assistLines from './later/assist-lines.json' with { type: 'json' };
import commands from './later/commands.json' with { type: 'json' };
import common from './later/common.json' with { type: 'json' };
import inbox from './later/inbox.json' with { type: 'json' };
import messageActions from './later/message-actions.json' with { type: 'json' };
import { codes, reasons } from './later/reasons.ts';
import updates from './later/updates.json' with { type: 'json' };
import workspace from './later/workspace.json' with { type: 'json' };

/** The English texts that the list is shown without: of conversations, menus, dialogs and errors. */
export const later = {
  'assist-lines': assistLines,
  commands,
  common,
  errors: { codes },
  inbox,
  'message-actions': messageActions,
  reasons,
  updates,
  workspace,
};

/** The server's sentences in English are its own words. */
export const patterns = null;
