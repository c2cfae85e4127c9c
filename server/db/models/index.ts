import type { Sequelize } from 'sequelize';
import { accessLinkModel } from './access-link.model.ts';
import { apiKeyModel, apiKeyUsageModel } from './api-key.model.ts';
import { assignmentRulesModel } from './assignment-rules.model.ts';
import { assistExclusionModel, assistSettingsModel } from './assist.model.ts';
import { auditLogModel } from './audit-log.model.ts';
import { automationRuleModel, automationRunModel } from './automation.model.ts';
import { broadcastModel } from './broadcast.model.ts';
import { broadcastSettingsModel } from './broadcast-settings.model.ts';
import { channelModel } from './channel.model.ts';
import { channelCheckModel } from './channel-check.model.ts';
import { cloudApiSettingsModel } from './cloud-api-settings.model.ts';
import { cloudApiSetupModel } from './cloud-api-setup.model.ts';
import { contactModel } from './contact.model.ts';
import { contactActionModel } from './contact-action.model.ts';
import { contactFieldModel } from './contact-field.model.ts';
import { contactIdentityModel } from './contact-identity.model.ts';
import { contactImportModel } from './contact-import.model.ts';
import { conversationModel } from './conversation.model.ts';
import { draftModel } from './draft.model.ts';
import { draftReplayModel } from './draft-replay.model.ts';
import { inferenceKeyModel } from './inference-key.model.ts';
import { conversationLabelModel, labelModel } from './label.model.ts';
import { mediaModel } from './media.model.ts';
import { messageModel } from './message.model.ts';
import { modelChoiceModel, modelRequestModel } from './model-request.model.ts';
import { noteModel, unreadMentionModel } from './note.model.ts';
import { notificationModel } from './notification.model.ts';
import { parkedItemModel } from './parked-item.model.ts';
import { promptLogModel, promptLogSettingsModel } from './prompt-log.model.ts';
import { rehearsalCustomerModel, rehearsalModel } from './rehearsal.model.ts';
import { reminderModel } from './reminder.model.ts';
import { replayModel } from './replay.model.ts';
import { responseRulesModel } from './response-rules.model.ts';
import { savedReplyModel } from './saved-reply.model.ts';
import { savedViewModel } from './saved-view.model.ts';
import { segmentModel } from './segment.model.ts';
import { sessionModel } from './session.model.ts';
import { templateModel } from './template.model.ts';
import { tenantModel } from './tenant.model.ts';
import { userModel } from './user.model.ts';
import { webhookEndpointModel } from './webhook-endpoint.model.ts';

/** Every model, bound to one connection pool. */
export function defineModels(sequelize: Sequelize) {
  return {
    savedView: savedViewModel(sequelize),
    segment: segmentModel(sequelize),
    draft: draftModel(sequelize),
    draftReplay: draftReplayModel(sequelize),
    savedReply: savedReplyModel(sequelize),
    accessLink: accessLinkModel(sequelize),
    apiKey: apiKeyModel(sequelize),
    apiKeyUsage: apiKeyUsageModel(sequelize),
    assignmentRules: assignmentRulesModel(sequelize),
    assistExclusion: assistExclusionModel(sequelize),
    assistSettings: assistSettingsModel(sequelize),
    auditLog: auditLogModel(sequelize),
    automationRule: automationRuleModel(sequelize),
    automationRun: automationRunModel(sequelize),
    broadcast: broadcastModel(sequelize),
    broadcastSettings: broadcastSettingsModel(sequelize),
    channel: channelModel(sequelize),
    channelCheck: channelCheckModel(sequelize),
    cloudApiSettings: cloudApiSettingsModel(sequelize),
    cloudApiSetup: cloudApiSetupModel(sequelize),
    contact: contactModel(sequelize),
    contactField: contactFieldModel(sequelize),
    contactAction: contactActionModel(sequelize),
    contactImport: contactImportModel(sequelize),
    contactIdentity: contactIdentityModel(sequelize),
    conversation: conversationModel(sequelize),
    conversationLabel: conversationLabelModel(sequelize),
    media: mediaModel(sequelize),
    inferenceKey: inferenceKeyModel(sequelize),
    label: labelModel(sequelize),
    message: messageModel(sequelize),
    modelChoice: modelChoiceModel(sequelize),
    modelRequest: modelRequestModel(sequelize),
    note: noteModel(sequelize),
    notification: notificationModel(sequelize),
    parkedItem: parkedItemModel(sequelize),
    promptLog: promptLogModel(sequelize),
    promptLogSettings: promptLogSettingsModel(sequelize),
    rehearsal: rehearsalModel(sequelize),
    rehearsalCustomer: rehearsalCustomerModel(sequelize),
    reminder: reminderModel(sequelize),
    replay: replayModel(sequelize),
    responseRules: responseRulesModel(sequelize),
    session: sessionModel(sequelize),
    template: templateModel(sequelize),
    tenant: tenantModel(sequelize),
    unreadMention: unreadMentionModel(sequelize),
    user: userModel(sequelize),
    webhookEndpoint: webhookEndpointModel(sequelize),
  };
}

export type Models = ReturnType<typeof defineModels>;

/** The numbers in `tenant_counters` that changes move; `seq` moves by itself with the events of a change. */
export type Counter = 'contacts';
