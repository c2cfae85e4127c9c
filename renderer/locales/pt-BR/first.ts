import accessLinks from './access-links.json' with { type: 'json' };
import app from './app.json' with { type: 'json' };
import commands from './commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import connect from './connect.json' with { type: 'json' };
import contacts from './contacts.json' with { type: 'json' };
import desktopNotices from './desktop-notices.json' with { type: 'json' };
import desktopSettings from './desktop-settings.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import inbox from './inbox.json' with { type: 'json' };
import messageActions from './message-actions.json' with { type: 'json' };
import reasons from './reasons.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };
import templates from './templates.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The Portuguese texts of the inbox and what surrounds all pages. */
export const first = {
  'access-links': accessLinks,
  app,
  commands,
  common,
  connect,
  contacts,
  'desktop-notices': desktopNotices,
  'desktop-settings': desktopSettings,
  errors,
  inbox,
  'message-actions': messageActions,
  reasons,
  setup,
  'sign-in': signIn,
  templates,
  updates,
  workspace,
};
