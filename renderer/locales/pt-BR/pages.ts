import apiKeys from './api-keys.json' with { type: 'json' };
import auditLog from './audit-log.json' with { type: 'json' };
import channel from './channel.json' with { type: 'json' };
import inference from './inference.json' with { type: 'json' };
import parkedItems from './parked-items.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import savedReplies from './saved-replies.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import webhooks from './webhooks.json' with { type: 'json' };

/** The Portuguese texts of pages outside the inbox. */
export const pages = {
  'saved-replies': savedReplies,
  'api-keys': apiKeys,
  'audit-log': auditLog,
  channel,
  inference,
  'parked-items': parkedItems,
  people,
  profile,
  search,
  webhooks,
};
