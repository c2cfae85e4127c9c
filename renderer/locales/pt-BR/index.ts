import accessLinks from './access-links.json' with { type: 'json' };
import apiKeys from './api-keys.json' with { type: 'json' };
import app from './app.json' with { type: 'json' };
import auditLog from './audit-log.json' with { type: 'json' };
import channel from './channel.json' with { type: 'json' };
import commands from './commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import connect from './connect.json' with { type: 'json' };
import contacts from './contacts.json' with { type: 'json' };
import desktopNotices from './desktop-notices.json' with { type: 'json' };
import desktopSettings from './desktop-settings.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import inbox from './inbox.json' with { type: 'json' };
import inference from './inference.json' with { type: 'json' };
import messageActions from './message-actions.json' with { type: 'json' };
import parkedItems from './parked-items.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import reasons from './reasons.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };
import templates from './templates.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import webhooks from './webhooks.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** Brazilian Portuguese, loaded when a person chooses it. */
export const ptBR = {
  'access-links': accessLinks,
  'api-keys': apiKeys,
  app,
  'audit-log': auditLog,
  channel,
  commands,
  common,
  connect,
  contacts,
  'desktop-notices': desktopNotices,
  'desktop-settings': desktopSettings,
  errors,
  inbox,
  inference,
  'message-actions': messageActions,
  'parked-items': parkedItems,
  people,
  profile,
  reasons,
  setup,
  'sign-in': signIn,
  templates,
  updates,
  webhooks,
  workspace,
};
