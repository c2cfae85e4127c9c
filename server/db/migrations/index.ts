import { workspaces } from './0001-workspaces.ts';
import { conversations } from './0002-conversations.ts';
import { queues } from './0003-queues.ts';
import { demoWorkspaces } from './0004-demo-workspaces.ts';
import { messageKinds } from './0005-message-kinds.ts';
import { contactSearch } from './0006-contact-search.ts';
import { idempotency } from './0007-idempotency.ts';
import { auditLog } from './0008-audit-log.ts';
import { channels } from './0009-channels.ts';
import { media } from './0010-media.ts';
import { templates } from './0011-templates.ts';
import { inference } from './0012-inference.ts';
import { models } from './0013-models.ts';
import { promptLog } from './0014-prompt-log.ts';
import { sendLanes } from './0016-send-lanes.ts';
import { changedMessages } from './0017-changed-messages.ts';
import { webhooks } from './0020-webhooks.ts';
import { webhookOverview } from './0021-webhook-overview.ts';
import { inboundLanes } from './0022-inbound-lanes.ts';
import { clockSteps } from './0024-clock-steps.ts';
import { retentionIndexes } from './0026-retention-indexes.ts';
import { templateChecks } from './0027-template-checks.ts';
import { setupCodesAndCountries } from './0028-setup-codes-and-countries.ts';
import { userLanguages } from './0029-user-languages.ts';
import { modelRequests } from './0030-model-requests.ts';
import { messageFacts } from './0031-message-facts.ts';
import { boundedQueues } from './0032-bounded-queues.ts';
import { erasure } from './0033-erasure.ts';
import { mediaUsage } from './0034-media-usage.ts';
import { twoFactor } from './0035-two-factor.ts';
import { requiredTwoFactor } from './0036-required-two-factor.ts';
import { confirmedSessions } from './0037-confirmed-sessions.ts';
import { accessLinks } from './0038-access-links.ts';
import { servers } from './0039-servers.ts';
import { secretKeyCheck } from './0043-secret-key-check.ts';
import { mediaUsageRecount } from './0044-media-usage-recount.ts';
import { conversationWork } from './0050-conversation-work.ts';
import { notes } from './0052-notes.ts';
import { savedReplies } from './0053-saved-replies.ts';
import { scheduledMessages } from './0054-scheduled-messages.ts';
import { messageSearch } from './0055-message-search.ts';
import { linkAuthors } from './0056-link-authors.ts';
import { welcome } from './0057-welcome.ts';
import { notesOfPrograms } from './0063-notes-of-programs.ts';
import { drafts } from './0064-drafts.ts';
import { businessHours } from './0065-business-hours.ts';
import { savedViews } from './0066-saved-views.ts';
import { assignment } from './0067-assignment.ts';
import { contactFilters } from './0070-contact-filters.ts';
import { contactConsent } from './0071-contact-consent.ts';
import { contactFields } from './0072-contact-fields.ts';
import { notifications } from './0075-notifications.ts';
import { contactMerges } from './0078-contact-merges.ts';
import { contactAttributes } from './0079-contact-attributes.ts';
import { editedNotes } from './0080-edited-notes.ts';
import { broadcasts } from './0082-broadcasts.ts';
import { broadcastMessages } from './0083-broadcast-messages.ts';
import { contactImports } from './0085-contact-imports.ts';
import { broadcastTimes } from './0087-broadcast-times.ts';
import { broadcastLimits } from './0088-broadcast-limits.ts';
import { broadcastPrices } from './0089-broadcast-prices.ts';
import { segments } from './0090-segments.ts';
import { broadcastSegments } from './0091-broadcast-segments.ts';
import { contactActions } from './0092-contact-actions.ts';
import { contactHistory } from './0093-contact-history.ts';
import { contactMergeUndo } from './0094-contact-merge-undo.ts';
import { insights } from './0095-insights.ts';
import { webhookListeners } from './0096-webhook-listeners.ts';
import { platformNotices } from './0097-platform-notices.ts';
import { keyLimits } from './0098-key-limits.ts';
import { requestLog } from './0099-request-log.ts';
import { automation } from './0100-automation.ts';
import { automaticMessages } from './0101-automatic-messages.ts';
import { automationOrder } from './0102-automation-order.ts';
import { mail } from './0103-mail.ts';
import { messageHistory } from './0104-message-history.ts';
import { canceledActions } from './0105-canceled-actions.ts';
import { modelKeyWarnings } from './0106-model-key-warnings.ts';
import { contactsByConsent } from './0108-contacts-by-consent.ts';
import { savedViewOrder } from './0110-saved-view-order.ts';
import { idleMembers } from './0111-idle-members.ts';
import { keptSamples } from './0112-kept-samples.ts';
import { contactNumbers } from './0113-contact-numbers.ts';
import { broadcastPace } from './0114-broadcast-pace.ts';
import { importTags } from './0121-import-tags.ts';
import { distinctContacts } from './0122-distinct-contacts.ts';
import { assist } from './0136-assist.ts';
import { assistOutcomes } from './0137-assist-outcomes.ts';
import { draftReplays } from './0138-draft-replays.ts';
import { conversationMarks } from './0139-conversation-marks.ts';
import { reminders } from './0140-reminders.ts';
import { assistSentTexts } from './0143-assist-sent-texts.ts';
import { assistAnswers } from './0144-assist-answers.ts';
import { modelEgress } from './0145-model-egress.ts';
import { assistDraftTime } from './0146-assist-draft-time.ts';
import { orderFormats } from './0147-order-formats.ts';
import { replyExamples } from './0149-reply-examples.ts';
import { answersAlone } from './0150-answers-alone.ts';
import { fetchLanes } from './0151-fetch-lanes.ts';
import { assistTexts } from './0153-assist-texts.ts';
import { assistDrafts } from './0154-assist-drafts.ts';
import { modelQualifications } from './0155-model-qualifications.ts';
import { contactSearchKeys } from './0156-contact-search-keys.ts';
import { contactsByPhone } from './0157-contacts-by-phone.ts';
import { rehearsals } from './0158-rehearsals.ts';
import { replays } from './0159-replays.ts';
import { replyProposals } from './0164-reply-proposals.ts';
import { contactFilterColumns } from './0167-contact-filter-columns.ts';
import { insightDays } from './0168-insight-days.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order in which they run. Append new ones; never change an old one. */
export const MIGRATIONS: readonly Migration[] = [
  workspaces,
  conversations,
  queues,
  demoWorkspaces,
  messageKinds,
  contactSearch,
  idempotency,
  auditLog,
  sendLanes,
  changedMessages,
  templates,
  channels,
  media,
  webhooks,
  inference,
  models,
  promptLog,
  webhookOverview,
  inboundLanes,
  clockSteps,
  retentionIndexes,
  templateChecks,
  setupCodesAndCountries,
  userLanguages,
  modelRequests,
  messageFacts,
  boundedQueues,
  erasure,
  mediaUsage,
  twoFactor,
  requiredTwoFactor,
  confirmedSessions,
  accessLinks,
  servers,
  secretKeyCheck,
  mediaUsageRecount,
  conversationWork,
  notes,
  savedReplies,
  scheduledMessages,
  messageSearch,
  linkAuthors,
  welcome,
  notesOfPrograms,
  drafts,
  businessHours,
  savedViews,
  assignment,
  contactFilters,
  contactConsent,
  contactFields,
  notifications,
  contactMerges,
  contactAttributes,
  editedNotes,
  broadcasts,
  broadcastMessages,
  contactImports,
  broadcastTimes,
  broadcastLimits,
  broadcastPrices,
  segments,
  broadcastSegments,
  contactActions,
  contactHistory,
  contactMergeUndo,
  insights,
  webhookListeners,
  platformNotices,
  keyLimits,
  requestLog,
  automation,
  automaticMessages,
  automationOrder,
  mail,
  messageHistory,
  canceledActions,
  modelKeyWarnings,
  contactsByConsent,
  savedViewOrder,
  idleMembers,
  keptSamples,
  contactNumbers,
  broadcastPace,
  importTags,
  distinctContacts,
  assist,
  assistOutcomes,
  draftReplays,
  conversationMarks,
  reminders,
  assistSentTexts,
  assistAnswers,
  modelEgress,
  assistDraftTime,
  orderFormats,
  replyExamples,
  answersAlone,
  fetchLanes,
  assistTexts,
  assistDrafts,
  modelQualifications,
  contactSearchKeys,
  contactsByPhone,
  rehearsals,
  replays,
  replyProposals,
  contactFilterColumns,
  insightDays,
];
