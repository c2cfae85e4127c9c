import { devicesContract } from './access/devices.contract.ts';
import { accessLinksContract, invitationsContract } from './access/invitations.contract.ts';
import { membersContract } from './access/members.contract.ts';
import { sessionContract } from './access/session.contract.ts';
import { twoFactorContract } from './access/two-factor.contract.ts';
import { apiKeysContract } from './api-keys.contract.ts';
import { afterHoursContract } from './assist/after-hours.contract.ts';
import { assistContract } from './assist/assist.contract.ts';
import { assistDraftsContract } from './assist/assist-drafts.contract.ts';
import { draftReplaysContract } from './assist/draft-replays.contract.ts';
import { ownReviewContract } from './assist/own-review.contract.ts';
import { qualificationContract } from './assist/qualification.contract.ts';
import { replaysContract } from './assist/replays.contract.ts';
import { replyProposalsContract } from './assist/reply-proposals.contract.ts';
import { retrievalContract } from './assist/retrieval.contract.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { dashboardBroadcastsContract } from './broadcast-planning.contract.ts';
import { cloudApiContract } from './channel/cloud-api.contract.ts';
import { contactFieldsContract } from './contact-fields.contract.ts';
import { contactImportsContract } from './contacts/contact-imports.contract.ts';
import { contactsPageContract } from './contacts/contacts-page.contract.ts';
import { contactsContract } from './contacts.contract.ts';
import { eventsContract } from './events.contract.ts';
import { assignmentContract } from './inbox/assignment.contract.ts';
import { automationContract } from './inbox/automation.contract.ts';
import { businessHoursContract } from './inbox/business-hours.contract.ts';
import { conversationsContract } from './inbox/conversations.contract.ts';
import { draftsContract } from './inbox/drafts.contract.ts';
import { labelsContract } from './inbox/labels.contract.ts';
import { notesContract } from './inbox/notes.contract.ts';
import { notificationsContract } from './inbox/notifications.contract.ts';
import { rehearsalsContract } from './inbox/rehearsals.contract.ts';
import { remindersContract } from './inbox/reminders.contract.ts';
import { savedRepliesContract } from './inbox/saved-replies.contract.ts';
import { savedViewsContract } from './inbox/saved-views.contract.ts';
import { inferenceKeysContract } from './inference/inference-keys.contract.ts';
import { inferenceWorkersContract } from './inference/inference-workers.contract.ts';
import { modelsContract } from './inference/models.contract.ts';
import { promptLogContract } from './inference/prompt-log.contract.ts';
import { dashboardMediaContract, mediaContract } from './media.contract.ts';
import { messagesContract } from './messages.contract.ts';
import { parkedItemsContract } from './parked-items.contract.ts';
import { broadcastsContract } from './public/broadcasts.contract.ts';
import { publicConversations } from './public/conversations.contract.ts';
import { dashboardInsightsContract, insightsContract } from './public/insights.contract.ts';
import { publicMe } from './public/me.contract.ts';
import { segmentsContract } from './public/segments.contract.ts';
import { publicWebhooks } from './public/webhook-endpoints.contract.ts';
import { requestLogContract } from './request-log.contract.ts';
import { searchContract } from './search.contract.ts';
import { dashboardTemplatesContract, templatesContract } from './templates.contract.ts';
import { webhookDeliveriesContract } from './webhooks/webhook-deliveries.contract.ts';
import { webhookEndpointsContract } from './webhooks/webhook-endpoints.contract.ts';
import { webhookListenerContract } from './webhooks/webhook-listener.contract.ts';
import { welcomeContract } from './welcome.contract.ts';
import { workspaceContract } from './workspace.contract.ts';

/** The routes for programs with an API key, under `/api/v1`. The OpenAPI document is generated from them. */
export const publicApi = {
  contacts: contactsContract,
  segments: segmentsContract,
  messages: messagesContract,
  templates: templatesContract,
  media: mediaContract,
  broadcasts: broadcastsContract,
  insights: insightsContract,
  ...publicConversations,
  ...publicWebhooks,
  ...publicMe,
};

/** The routes for the dashboard with a session, under `/api/dashboard`. */
export const dashboardApi = {
  notifications: notificationsContract,
  savedViews: savedViewsContract,
  assignment: assignmentContract,
  assist: assistContract,
  afterHours: afterHoursContract,
  replyProposals: replyProposalsContract,
  assistRetrieval: retrievalContract,
  assistDrafts: assistDraftsContract,
  ownReview: ownReviewContract,
  qualification: qualificationContract,
  automation: automationContract,
  businessHours: businessHoursContract,
  drafts: draftsContract,
  draftReplays: draftReplaysContract,
  rehearsals: rehearsalsContract,
  replays: replaysContract,
  reminders: remindersContract,
  savedReplies: savedRepliesContract,
  session: sessionContract,
  twoFactor: twoFactorContract,
  contacts: contactsContract,
  contactFields: contactFieldsContract,
  contactImports: contactImportsContract,
  contactsPage: contactsPageContract,
  segments: segmentsContract,
  conversations: conversationsContract,
  labels: labelsContract,
  search: searchContract,
  notes: notesContract,
  media: dashboardMediaContract,
  apiKeys: apiKeysContract,
  inferenceKeys: inferenceKeysContract,
  inferenceWorkers: inferenceWorkersContract,
  models: modelsContract,
  promptLog: promptLogContract,
  workspace: workspaceContract,
  welcome: welcomeContract,
  members: membersContract,
  invitations: invitationsContract,
  accessLinks: accessLinksContract,
  devices: devicesContract,
  events: eventsContract,
  parkedItems: parkedItemsContract,
  auditLog: auditLogContract,
  requestLog: requestLogContract,
  templates: dashboardTemplatesContract,
  broadcasts: dashboardBroadcastsContract,
  insights: dashboardInsightsContract,
  cloudApi: cloudApiContract,
  webhookEndpoints: webhookEndpointsContract,
  webhookDeliveries: webhookDeliveriesContract,
  webhookListener: webhookListenerContract,
};
