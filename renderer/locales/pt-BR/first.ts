import english from '../en/sentences.json' with { type: 'json' };
import app from './app.json' with { type: 'json' };
import commands from './commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import inbox from './inbox.json' with { type: 'json' };
import messageActions from './message-actions.json' with { type: 'json' };
import notices from './notices.json' with { type: 'json' };
import reasons from './reasons.json' with { type: 'json' };
import sentences from './sentences.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The sentences in English, by which they are recognized. */
export const patterns = english;

/** The Portuguese texts of the inbox and what surrounds all pages. */
export const first = {
  app,
  commands,
  common,
  notices,
  errors,
  inbox,
  'message-actions': messageActions,
  reasons,
  sentences,
  updates,
  workspace,
};
