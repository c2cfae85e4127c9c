import app from './app.json' with { type: 'json' };
import commands from './commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import inbox from './inbox.json' with { type: 'json' };
import notices from './notices.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The Portuguese texts of the list of conversations and what surrounds it. */
export const first = { app, commands, common, errors, inbox, notices, updates, workspace };
