import accessLinks from './access-links.json' with { type: 'json' };
import apiKeys from './api-keys.json' with { type: 'json' };
import assignment from './assignment.json' with { type: 'json' };
import assist from './assist.json' with { type: 'json' };
import assistText from './assist-text.json' with { type: 'json' };
import attachments from './attachments.json' with { type: 'json' };
import auditLog from './audit-log.json' with { type: 'json' };
import automation from './automation.json' with { type: 'json' };
import broadcasts from './broadcasts.json' with { type: 'json' };
import businessHours from './business-hours.json' with { type: 'json' };
import channel from './channel.json' with { type: 'json' };
import connect from './connect.json' with { type: 'json' };
import contactFields from './contact-fields.json' with { type: 'json' };
import contactImport from './contact-import.json' with { type: 'json' };
import contactMerge from './contact-merge.json' with { type: 'json' };
import contacts from './contacts.json' with { type: 'json' };
import dateTime from './date-time.json' with { type: 'json' };
import desktopSettings from './desktop-settings.json' with { type: 'json' };
import draftReplays from './draft-replays.json' with { type: 'json' };
import emoji from './emoji.json' with { type: 'json' };
import inference from './inference.json' with { type: 'json' };
import insights from './insights.json' with { type: 'json' };
import notifications from './notifications.json' with { type: 'json' };
import ownReview from './own-review.json' with { type: 'json' };
import parkedItems from './parked-items.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import qualification from './qualification.json' with { type: 'json' };
import rehearsals from './rehearsals.json' with { type: 'json' };
import replays from './replays.json' with { type: 'json' };
import requestLog from './request-log.json' with { type: 'json' };
import savedReplies from './saved-replies.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };
import templates from './templates.json' with { type: 'json' };
import uiGallery from './ui-gallery.json' with { type: 'json' };
import voice from './voice.json' with { type: 'json' };
import webhooks from './webhooks.json' with { type: 'json' };

/** The English texts of pages outside the inbox, loaded with the first of them. */
export const pages = {
  'desktop-settings': desktopSettings,
  'date-time': dateTime,
  connect,
  'draft-replays': draftReplays,
  emoji,
  'contact-fields': contactFields,
  'contact-import': contactImport,
  'contact-merge': contactMerge,
  contacts,
  'sign-in': signIn,
  'access-links': accessLinks,
  automation,
  broadcasts,
  'business-hours': businessHours,
  setup,
  templates,
  'saved-replies': savedReplies,
  'api-keys': apiKeys,
  assignment,
  assist,
  'assist-text': assistText,
  attachments,
  'audit-log': auditLog,
  channel,
  inference,
  insights,
  notifications,
  'own-review': ownReview,
  'parked-items': parkedItems,
  qualification,
  rehearsals,
  replays,
  'request-log': requestLog,
  people,
  profile,
  search,
  'ui-gallery': uiGallery,
  voice,
  webhooks,
};
