import { randomUUID } from 'node:crypto';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { ContractRoute } from './contract-routes.ts';
import { noThings, type Things } from './things.ts';

/** The parts of a request other than its method and path. */
interface RequestParts {
  /** Values of the path parameters. */
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** The status for an authorized caller, if it is not the contract's success. */
  answers?: number;
}

const { displayPhoneNumber: _number, verifiedName: _name, ...credentials } = demoAccount;
const nothing = async () => ({});
const importId = async (things: Things) => ({ params: { id: await things.contactImport() } });
const contactId = async (things: Things) => ({ params: { id: (await things.contact()).id } });
const segmentId = async (things: Things) => ({ params: { id: await things.segment() } });
const broadcastId = async (things: Things) => ({ params: { id: await things.broadcast() } });
const draftReplayId = async (things: Things) => ({ params: { id: await things.draftReplay() } });
const replayId = async (things: Things) => ({ params: { id: await things.replay() } });
const rehearsalId = async (things: Things) => ({ params: { id: await things.rehearsal() } });
const ruleId = async (things: Things) => ({ params: { id: await things.automationRule() } });
/** A rule that labels with a label of the workspace. */
const ruleOf = async (things: Things) => ({
  ...{ name: 'Made by a test', conditions: [], pauseHours: 0 },
  trigger: { kind: 'keyword', words: ['price'], match: 'contains' },
  actions: [{ kind: 'label', labelId: await things.label() }],
});
const BROADCAST = { name: 'Made by a test', template: { name: 'hello_world', language: 'en_US' } };
/** Waits until the workspace has the template of `BROADCAST`. */
const templateIsKnown = async (things: Things) => {
  await things.template();
  return {};
};
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const conversationId = async (things: Things) => ({ params: { id: await things.conversation() } });
const endpointId = async (things: Things) => ({ params: { id: await things.webhookEndpoint() } });
const listenerId = async (things: Things) => ({ params: { id: await things.webhookListener() } });
const deliveryId = async (things: Things) => {
  const { endpointId: id, id: deliveryId } = await things.webhookDelivery();
  return { params: { id, deliveryId } };
};
const parkedItemId = async (things: Things) => ({ params: { id: await things.parkedItem() } });
const unknownModel = async () => ({ params: { id: 'no-such-model' }, answers: 404 });
let made = 0;
function unique(): string {
  made += 1;
  return String(made).padStart(8, '0');
}

/** For every route, a request that succeeds for an authorized caller, about existing things. */
const REQUESTS: Readonly<Record<string, (things: Things) => Promise<RequestParts>>> = {
  'savedViews.list': nothing,
  'savedViews.create': async () => ({ body: { name: 'made by a test', filter: { view: 'open' } } }),
  // The view of another person.
  'savedViews.change': async (things) => ({
    params: { id: await things.savedView() },
    body: { name: 'renamed' },
    answers: 404,
  }),
  'savedViews.remove': async (things) => ({
    params: { id: await things.savedView() },
    answers: 404,
  }),
  'segments.list': nothing,
  'segments.create': async () => ({ body: { name: `made ${randomUUID()}`, filter: { status: 'hot' } } }),
  'segments.get': segmentId,
  'segments.count': segmentId,
  'segments.update': async (things) => ({ ...(await segmentId(things)), body: { filter: { tag: 'vip' } } }),
  'segments.remove': segmentId,
  'insights.get': nothing,
  'insights.conversations': async () => ({ query: '?figure=open' }),
  'automation.list': nothing,
  'automation.create': async (things) => ({ body: await ruleOf(things) }),
  'automation.get': ruleId,
  'automation.change': async (things) => ({ ...(await ruleId(things)), body: await ruleOf(things) }),
  'automation.switch': async (things) => ({ ...(await ruleId(things)), body: { isEnabled: true } }),
  'automation.move': async (things) => ({ ...(await ruleId(things)), body: { position: 0 } }),
  'automation.remove': ruleId,
  'automation.runs': ruleId,
  'automation.test': async (things) => ({ body: await ruleOf(things) }),
  'broadcasts.list': nothing,
  'broadcasts.create': async (things) => ({
    ...(await templateIsKnown(things)),
    body: { ...BROADCAST, sendAt: tomorrow(), audience: { contacts: [(await things.contact()).id] } },
  }),
  'broadcasts.preview': async (things) => ({
    ...(await templateIsKnown(things)),
    body: { ...BROADCAST, audience: { contacts: [(await things.contact()).id] } },
  }),
  'broadcasts.test': async (things) => ({
    ...(await templateIsKnown(things)),
    body: { template: BROADCAST.template, to: (await things.contact()).id },
  }),
  'broadcasts.settings': nothing,
  'broadcasts.changeSettings': async () => ({ body: { hours: null, prices: null } }),
  'broadcasts.get': broadcastId,
  'broadcasts.recipients': broadcastId,
  'broadcasts.pause': broadcastId,
  // One that waits for its time is not paused, and nobody's message has failed.
  'broadcasts.resume': async (things) => ({ ...(await broadcastId(things)), answers: 409 }),
  'broadcasts.retry': async (things) => ({ ...(await broadcastId(things)), answers: 409 }),
  'broadcasts.cancel': broadcastId,
  'notifications.list': nothing,
  // The notification of another person.
  'notifications.change': async (things) => ({
    params: { id: await things.notification() },
    body: { isRead: true },
    answers: 404,
  }),
  'notifications.read': async (things) => ({ body: { conversationId: await things.conversation() } }),
  'reminders.list': nothing,
  'reminders.create': async (things) => ({
    body: {
      messageId: await things.inboundMessage(),
      quote: 'I will call you',
      dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  }),
  'reminders.change': async (things) => ({
    params: { id: await things.reminder() },
    body: { isDone: true },
    answers: 404,
  }),
  'reminders.remove': async (things) => ({ params: { id: await things.reminder() }, answers: 404 }),
  'me.get': nothing,
  'assignment.get': nothing,
  'assignment.change': async () => ({
    body: { mode: 'manual', capacity: null, onlyInHours: false, leftOut: [] },
  }),
  'assignment.noteActivity': nothing,
  'assignment.setAvailability': async () => ({ body: { isAway: false } }),
  'ownReview.get': nothing,
  'ownReview.look': async (things) => ({ params: { id: await things.ownAnswer() } }),
  'ownReview.judge': async (things) => ({
    params: { id: await things.ownAnswer() },
    body: { number: 0, isRight: true },
  }),
  'assistDrafts.model': nothing,
  'assistDrafts.get': async (things) => ({ params: { id: await things.conversation() } }),
  'assistDrafts.note': async (things) => ({
    params: { id: await things.conversation() },
    body: { answers: await things.inboundMessage(), was: 'shown' },
  }),
  'qualification.get': nothing,
  'qualification.start': async () => ({ answers: 403 }),
  'qualification.stop': async () => ({ answers: 403 }),
  'assist.get': nothing,
  'assist.change': async () => ({ body: { modes: { replies: 'on' } } }),
  'assist.count': async () => ({
    body: { counts: [{ feature: 'replies', outcome: 'shown', language: 'en', count: 1 }] },
  }),
  'assist.results': nothing,
  'assist.checkText': async (things) => ({
    params: { id: (await things.contact()).id },
    body: { values: ['+1 415 555 0134'] },
  }),
  'assist.exclusion': async (things) => ({ params: { id: (await things.contact()).id } }),
  'assist.setExclusion': async (things) => ({
    params: { id: (await things.contact()).id },
    body: { isLeftOut: true },
  }),
  'afterHours.replies': nothing,
  'afterHours.answers': nothing,
  'afterHours.allow': async (things) => ({
    params: { id: await things.savedReply() },
    body: { isAllowed: false },
  }),
  'replyProposals.list': nothing,
  'replyProposals.look': nothing,
  'replyProposals.accept': async (things) => ({
    params: { id: await things.replyProposal() },
    body: { name: `reply ${unique()}`, content: 'Good morning' },
  }),
  'replyProposals.dismiss': async (things) => ({ params: { id: await things.replyProposal() } }),
  'assistRetrieval.replies': async (things) => ({ params: { id: await things.conversation() } }),
  'assistRetrieval.labels': async (things) => ({ params: { id: await things.conversation() } }),
  'assistRetrieval.ask': async () => ({ query: '?question=when+are+you+open' }),
  'businessHours.get': nothing,
  'businessHours.change': async () => ({
    body: { hours: null, firstResponseMinutes: 60, nextResponseMinutes: null },
  }),
  'drafts.list': nothing,
  'drafts.save': async (things) => ({
    params: { conversationId: await things.conversation() },
    body: { baseRevision: null, content: { reply: 'Hello', note: '', template: '', quote: '' } },
  }),
  // The other person has it not on the screen: see test/api/drafts.test.ts.
  'drafts.ofColleague': async (things) => ({
    params: { conversationId: await things.conversation(), memberId: 'usr_00000000000000000000000000' },
  }),
  'drafts.takeOver': async (things) => ({
    params: { conversationId: await things.conversation(), memberId: 'usr_00000000000000000000000000' },
  }),
  'savedReplies.list': nothing,
  'savedReplies.create': async () => ({
    body: { name: `reply ${unique()}`, content: 'Hi {{contact.name}}' },
  }),
  'savedReplies.change': async (things) => ({
    params: { id: await things.savedReply() },
    body: { content: 'Good morning' },
  }),
  'savedReplies.countUse': async (things) => ({ params: { id: await things.savedReply() } }),
  'savedReplies.remove': async (things) => ({ params: { id: await things.savedReply() } }),
  'contacts.list': nothing,
  'contacts.tags': nothing,
  'contacts.fields': nothing,
  'contactFields.create': async () => ({
    body: { key: `made_${unique()}`, name: 'made by a test', type: 'text' },
  }),
  'contactFields.change': async (things) => ({
    params: { id: await things.contactField() },
    body: { name: 'mine now' },
  }),
  'contactFields.remove': async (things) => ({ params: { id: await things.contactField() } }),
  'contactsPage.list': nothing,
  'contactsPage.actions': nothing,
  'contactsPage.change': async (things) => ({
    body: {
      choice: { contacts: [(await things.contact()).id] },
      change: { kind: 'add_tags', tags: ['mine now'] },
    },
  }),
  'contactsPage.remove': async (things) => ({
    body: { choice: { contacts: [(await things.contact()).id] } },
  }),
  'contactsPage.duplicates': nothing,
  'contactsPage.markDistinct': async (things) => ({
    body: { contacts: [(await things.contact()).id, (await things.contact()).id], distinct: true },
  }),
  'contactsPage.timeline': contactId,
  'contactsPage.files': contactId,
  'contactsPage.undo': async (things) => ({ params: { id: await things.contactAction() } }),
  'contactImports.list': nothing,
  // A body that is no file of contacts.
  'contactImports.upload': async () => ({ body: {}, answers: 422 }),
  'contactImports.get': importId,
  'contactImports.problems': importId,
  'contactImports.check': async (things) => ({
    ...(await importId(things)),
    body: { mapping: ['name', 'phone'], mode: 'fill' },
  }),
  // Nothing has been checked yet.
  'contactImports.commit': async (things) => ({ ...(await importId(things)), answers: 409 }),
  'contactImports.cancel': async (things) => ({ ...(await importId(things)), answers: 409 }),
  'contactImports.undo': async (things) => ({ ...(await importId(things)), answers: 409 }),
  'contactImports.rejected': importId,
  'contactImports.remove': importId,
  'contactImports.exportAll': async () => ({ body: {} }),
  'contacts.create': async () => ({ body: { name: 'New', phone: `4917${unique()}` } }),
  'contacts.get': contactId,
  'contacts.update': async (things) => ({ ...(await contactId(things)), body: { name: 'mine now' } }),
  'contacts.put': async (things) => ({ ...(await contactId(things)), body: { name: 'mine now' } }),
  'contacts.batch': async () => ({ body: { contacts: [{ phone: `4917${unique()}`, name: 'New' }] } }),
  'contacts.merge': async (things) => ({
    ...(await contactId(things)),
    body: { into: (await things.contact()).id },
  }),
  'contacts.undoMerge': async (things) => ({ params: { id: await things.mergedContact() } }),
  'contacts.remove': contactId,
  'messages.changes': nothing,
  'messages.get': async (things) => ({ params: { id: await things.inboundMessage() } }),
  'messages.send': async (things) => {
    const { phone } = await things.contact();
    return { body: { contactId: phone, type: 'text', content: 'hello' } };
  },
  'messages.cancel': async (things) => ({
    params: { contactPhone: await things.scheduledMessage() },
  }),
  'messages.history': async (things) => ({ params: { contactPhone: (await things.contact()).phone } }),
  'messages.react': async (things) => ({
    params: { id: await things.inboundMessage() },
    body: { emoji: '👍' },
  }),
  'messages.markRead': async (things) => ({ params: { id: await things.inboundMessage() } }),
  'search.messages': async () => ({ query: '?text=hello' }),
  'templates.list': nothing,
  'templates.create': async () => ({
    body: {
      name: `spare_${randomUUID().replaceAll('-', '')}`,
      language: 'en_US',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'All is well.' }],
    },
  }),
  'templates.remove': async (things) => ({ params: { id: await things.spareTemplate() } }),
  'templates.syncState': nothing,
  'templates.sync': nothing,
  'templates.send': async (things) => ({
    ...(await conversationId(things)),
    body: { templateId: await things.template(), components: [], clientId: randomUUID() },
  }),
  'media.upload': async () => ({
    query: '?filename=a.pdf',
    body: new Blob(['%PDF-1.7 made by a test'], { type: 'application/pdf' }),
  }),
  'media.get': async (things) => ({ params: { id: await things.media() } }),
  'media.refetch': async (things) => ({ params: { id: await things.media() } }),
  // A foreign file is left out of the list, like a missing one: see test/api/media-inbound.test.ts.
  'media.storage': nothing,
  'media.addresses': async () => ({ query: `?ids=med_${'0'.repeat(26)}` }),
  'session.identity': nothing,
  'session.setupStatus': nothing,
  // A workspace already exists.
  'session.setup': async () => ({
    body: { workspaceName: 'Second', name: 'Eve', email: 'eve@example.test', password: 'long enough' },
    answers: 409,
  }),
  'session.setupDemo': async () => ({ answers: 409 }),
  'session.signIn': async () => ({
    body: { email: 'nobody@example.test', password: 'long enough' },
    answers: 401,
  }),
  'session.current': nothing,
  'session.signOut': nothing,
  'session.changeLanguage': async () => ({ body: { language: 'pt-BR' } }),
  'session.changeName': async () => ({ body: { name: 'Renamed' } }),
  'session.confirm': async () => ({ body: { password: 'long enough' } }),
  'session.socketTicket': nothing,
  // The password is wrong.
  'session.changePassword': async () => ({
    body: { currentPassword: 'not the password', newPassword: 'another good password' },
    answers: 401,
  }),
  'twoFactor.status': nothing,
  'twoFactor.start': async () => ({ body: { password: 'not the password' }, answers: 401 }),
  // Nobody here has a second factor.
  'twoFactor.confirm': async () => ({ body: { code: '000000' }, answers: 409 }),
  'twoFactor.renewRecoveryCodes': async () => ({ body: { password: 'not the password' }, answers: 409 }),
  'twoFactor.disable': async () => ({ body: { password: 'x', code: '000000' }, answers: 409 }),
  'twoFactor.finishSignIn': async () => ({ body: { challenge: 'x', code: '000000' }, answers: 401 }),
  'twoFactor.startAtSignIn': async () => ({ body: { challenge: 'x' }, answers: 401 }),
  'twoFactor.confirmAtSignIn': async () => ({ body: { challenge: 'x', code: '000000' }, answers: 401 }),
  'twoFactor.require': async () => ({ body: { isRequired: false } }),
  'twoFactor.reset': async (things) => ({ params: { id: await things.member() }, answers: 409 }),
  'conversations.list': nothing,
  'conversations.get': conversationId,
  'conversations.open': contactId,
  'conversations.messages': conversationId,
  'conversations.send': async (things) => ({
    ...(await conversationId(things)),
    body: { content: 'hello', clientId: randomUUID() },
  }),
  'conversations.react': async (things) => ({
    params: { id: await things.inboundMessage() },
    body: { emoji: '👍' },
  }),
  'conversations.cancel': async (things) => ({ params: { id: await things.scheduledMessage() } }),
  'conversations.sendNow': async (things) => ({ params: { id: await things.scheduledMessage() } }),
  'conversations.retry': async (things) => ({ params: { id: await things.failedMessage() } }),
  'conversations.markRead': conversationId,
  'conversations.markUnread': conversationId,
  'conversations.counts': nothing,
  'conversations.savedCounts': nothing,
  'conversations.change': async (things) => ({
    ...(await conversationId(things)),
    body: { status: 'closed' },
  }),
  // A foreign conversation is among the failed ones, like a missing one: see test/api/work-state.test.ts.
  'conversations.changeMany': async (things) => ({
    body: { ids: [`cv_${'0'.repeat(26)}`], change: { addLabels: [await things.label()] } },
  }),
  'conversations.dismissFailures': conversationId,
  'conversations.notes': conversationId,
  'conversations.addNote': async (things) => ({
    ...(await conversationId(things)),
    body: { content: 'a private word' },
  }),
  // A program changes and deletes notes of programs only: see test/api/public-conversations.test.ts.
  'conversations.changeNote': async (things) => ({
    params: { id: await things.note() },
    body: { content: 'another word' },
    answers: 403,
  }),
  'conversations.removeNote': async (things) => ({ params: { id: await things.note() }, answers: 403 }),
  'notes.list': conversationId,
  'notes.create': async (things) => ({
    ...(await conversationId(things)),
    body: { content: 'a private word', clientId: randomUUID() },
  }),
  // Only its author changes or deletes a note, and another person wrote this one: see test/api/together.test.ts.
  'notes.change': async (things) => ({
    params: { id: await things.note() },
    body: { content: 'another word' },
    answers: 403,
  }),
  'notes.remove': async (things) => ({ params: { id: await things.note() }, answers: 403 }),
  'notes.readMentions': conversationId,
  'labels.list': nothing,
  'labels.use': async (things) => ({ params: { id: await things.label() } }),
  'labels.create': async () => ({ body: { name: `label ${unique()}` } }),
  'labels.change': async (things) => ({ params: { id: await things.label() }, body: { color: 'red' } }),
  'labels.remove': async (things) => ({ params: { id: await things.label() } }),
  'apiKeys.list': nothing,
  'requestLog.list': nothing,
  'apiKeys.create': async () => ({ body: { name: 'made by a test' } }),
  'apiKeys.change': async (things) => ({ params: { id: await things.apiKey() }, body: { name: 'changed' } }),
  'apiKeys.roll': async (things) => ({ params: { id: await things.apiKey() }, body: { overlapHours: 1 } }),
  'apiKeys.endPrevious': async (things) => ({ params: { id: await things.apiKey() } }),
  'apiKeys.revoke': async (things) => ({ params: { id: await things.apiKey() } }),
  'workspace.change': async () => ({ body: { defaultCountry: 'BR' } }),
  'replays.list': nothing,
  // One of the replies has never existed: a workspace has one replay at a time.
  'replays.start': async (things) => ({
    body: {
      changes: { added: [], changed: [], removed: [await things.savedReply(), `sr_${'0'.repeat(26)}`] },
    },
    answers: 404,
  }),
  'replays.get': replayId,
  'replays.cases': replayId,
  'replays.cancel': replayId,
  'draftReplays.list': nothing,
  // One of the replies has never existed: these workspaces have no model.
  'draftReplays.start': async (things) => ({
    body: {
      changes: { added: [], changed: [], removed: [await things.savedReply(), `sr_${'0'.repeat(26)}`] },
    },
    answers: 404,
  }),
  'draftReplays.get': draftReplayId,
  'draftReplays.cases': draftReplayId,
  'draftReplays.compare': async (things) => ({
    params: { id: await things.draftReplay(), otherId: await things.draftReplay() },
  }),
  'draftReplays.cancel': draftReplayId,
  'rehearsals.list': nothing,
  // The number of these workspaces is no test phone. With one, test/api/rehearsals.test.ts names foreign members.
  'rehearsals.start': async () => ({
    body: {
      ...{ scripts: ['price'], language: 'en', pace: 'busy', minutes: 10 },
      memberIds: [`usr_${'0'.repeat(26)}`],
    },
    answers: 409,
  }),
  'rehearsals.get': rehearsalId,
  'rehearsals.stop': rehearsalId,
  'rehearsals.remove': rehearsalId,
  'welcome.get': nothing,
  'welcome.change': async () => ({ body: { isHidden: false } }),
  // No sandbox runs here.
  'welcome.openTestPhone': async () => ({ answers: 409 }),
  'members.list': nothing,
  'members.colleagues': nothing,
  'invitations.list': nothing,
  'invitations.create': async () => ({ body: { email: `sam${unique()}@example.test`, role: 'staff' } }),
  'invitations.revoke': async (things) => ({ params: { id: await things.invitation() } }),
  'accessLinks.open': async () => ({ body: { token: 'unknown' }, answers: 404 }),
  'accessLinks.accept': async () => ({
    body: { token: 'unknown', name: 'Sam', password: 'long enough' },
    answers: 404,
  }),
  'accessLinks.resetPassword': async () => ({
    body: { token: 'unknown', password: 'long enough' },
    answers: 404,
  }),
  'devices.list': nothing,
  'devices.signOut': async () => ({ params: { id: `ses_${'0'.repeat(26)}` }, answers: 404 }),
  'devices.signOutOthers': nothing,
  'members.resetLink': async (things) => ({ params: { id: await things.member() } }),
  'members.signOut': async (things) => ({ params: { id: await things.member() } }),
  'members.change': async (things) => ({ params: { id: await things.member() }, body: { name: 'mine now' } }),
  'members.remove': async (things) => ({ params: { id: await things.member() } }),
  'events.since': async () => ({ query: '?since=0' }),
  'parkedItems.list': nothing,
  'parkedItems.get': parkedItemId,
  'parkedItems.retry': parkedItemId,
  'parkedItems.retryAll': async () => ({ body: {} }),
  'auditLog.list': nothing,
  'cloudApi.state': nothing,
  'cloudApi.get': nothing,
  'cloudApi.save': async () => ({ body: credentials }),
  'cloudApi.check': nothing,
  'cloudApi.setApp': async () => ({ body: { appId: demoAccount.appId } }),
  'cloudApi.setToken': async () => ({ body: { accessToken: demoAccount.accessToken } }),
  'cloudApi.setAccount': async () => ({ body: { wabaId: demoAccount.wabaId } }),
  'cloudApi.numbers': nothing,
  'cloudApi.addNumber': async () => ({ body: { phone: `+4917${unique()}`, displayName: 'Depot' } }),
  'cloudApi.setNumber': async () => ({ body: { phoneNumberId: demoAccount.phoneNumberId } }),
  'cloudApi.setStep': async () => ({ body: { step: 'proof' } }),
  'cloudApi.requestCode': async () => ({ body: { method: 'SMS' } }),
  // The code is not known here.
  'cloudApi.enterCode': async () => ({ body: { code: '000000' }, answers: 409 }),
  'cloudApi.register': async () => ({ body: { pin: '135790' } }),
  'cloudApi.renewVerifyToken': nothing,
  'cloudApi.subscribe': async () => ({ body: {} }),
  'webhookEndpoints.list': nothing,
  'webhookEndpoints.create': async () => ({ body: { url: 'https://hooks.example.com/new' } }),
  'webhookEndpoints.get': endpointId,
  'webhookEndpoints.update': async (things) => ({
    ...(await endpointId(things)),
    body: { description: 'mine now' },
  }),
  'webhookEndpoints.test': async (things) => ({ ...(await endpointId(things)), body: {} }),
  'webhookEndpoints.remove': endpointId,
  'webhookEndpoints.pause': async (things) => ({ ...(await endpointId(things)), body: { events: 'hold' } }),
  'webhookEndpoints.resume': endpointId,
  // The password is wrong.
  'webhookEndpoints.revealSecret': endpointId,
  'webhookEndpoints.rotateSecret': async (things) => ({ ...(await endpointId(things)), body: {} }),
  'webhookListener.open': nothing,
  'webhookListener.answer': async (things) => ({ ...(await listenerId(things)), body: { answer: 'error' } }),
  'webhookListener.requests': listenerId,
  'webhookListener.remove': listenerId,
  'webhookDeliveries.list': endpointId,
  'webhookDeliveries.ofMessage': async (things) => ({ params: { id: await things.inboundMessage() } }),
  'webhookDeliveries.overview': endpointId,
  'webhookDeliveries.get': deliveryId,
  'webhookDeliveries.resend': deliveryId,
  'webhookDeliveries.resendFailed': async (things) => ({
    ...(await endpointId(things)),
    body: { since: '2026-01-01T00:00:00.000Z' },
  }),
  'webhookDeliveries.sendMissing': async (things) => ({
    ...(await endpointId(things)),
    body: { since: '2026-01-01T00:00:00.000Z' },
  }),
  'webhookDeliveries.sendTest': async (things) => ({ ...(await endpointId(things)), body: {} }),
  'inferenceKeys.list': nothing,
  'inferenceKeys.create': async () => ({ body: { name: 'made by a test' } }),
  'inferenceKeys.rename': async (things) => ({
    params: { id: await things.inferenceKey() },
    body: { name: 'mine now' },
  }),
  'inferenceKeys.setModels': async (things) => ({
    params: { id: await things.inferenceKey() },
    body: { models: ['a-model'] },
  }),
  'inferenceKeys.revoke': async (things) => ({ params: { id: await things.inferenceKey() } }),
  'inferenceKeys.usage': nothing,
  // Models belong to the server, not to a workspace, so these requests use an unknown one.
  'models.list': nothing,
  'models.download': unknownModel,
  'models.cancel': unknownModel,
  'models.remove': unknownModel,
  'models.use': unknownModel,
  'promptLog.settings': nothing,
  'promptLog.change': async () => ({ body: { keeps: true, days: 30 } }),
  'promptLog.list': nothing,
  'promptLog.get': async (things) => ({ params: { id: await things.promptLogEntry() } }),
  'promptLog.clear': nothing,
  'inferenceWorkers.list': nothing,
  'inferenceWorkers.history': nothing,
  'inferenceWorkers.egress': nothing,
};

/** A route's request, as far as it depends on the things that it refers to. */
export interface RouteRequest {
  method: string;
  /** The path after the API's prefix. */
  address: string;
  body: unknown;
  /** The status for an authorized caller. */
  status: number;
}

/** Returns a route's request about these things. @throws if REQUESTS has none for the route. */
export async function requestOf(route: ContractRoute, things: Things): Promise<RouteRequest> {
  const make = REQUESTS[route.name];
  if (!make) {
    throw new Error(
      `The route ${route.name} (${route.method} ${route.path}) has no test request. Add one to REQUESTS in test/tenancy/route-requests.ts, with its ids from \`things\`.`,
    );
  }
  const { params = {}, query = '', body, answers = route.successStatus } = await make(things);
  const address = route.path.replace(/\{(\w+)\}/g, (parameter, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The request for ${route.name} has no ${parameter} in params.`);
    return encodeURIComponent(value);
  });
  return { method: route.method, address: address + query, body, status: answers };
}

/** Whether a route's request refers to a workspace's things, in its path or in its body. */
export async function namesThings(route: ContractRoute): Promise<boolean> {
  let isAsked = false;
  const spy = new Proxy(noThings(), {
    get: (things, name: keyof Things) => {
      isAsked = true;
      return things[name];
    },
  });
  await requestOf(route, spy);
  return isAsked;
}
