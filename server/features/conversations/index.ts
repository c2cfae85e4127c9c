export { businessHoursRoutes } from './business-hours.routes.ts';
export { responseRulesOf } from './business-hours.service.ts';
export { marksOf, presentConversation } from './conversations.presenter.ts';
export {
  appendToConversation,
  conversationOfContact,
  countConversationChange,
  findConversation,
  lowerUnreadCount,
  openConversation,
} from './conversations.repository.ts';
export {
  type ConversationListQuery,
  conversationKey,
  countConversations,
  countFiltered,
  getConversation,
  listConversations,
  listInbox,
} from './conversations.service.ts';
export { draftsRoutes } from './drafts.routes.ts';
export { conversationView } from './inbox.repository.ts';
export { labelsRoutes } from './labels.routes.ts';
export { listLabels } from './labels.service.ts';
export { lockWait, storeMarks } from './marks.repository.ts';
export { notesRoutes } from './notes.routes.ts';
export { addNote, changeNote, listNotes, removeNote } from './notes.service.ts';
export { notify } from './notifications.repository.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { reminderRetention } from './reminders.repository.ts';
export { remindersRoutes } from './reminders.routes.ts';
export { createReminderRounds } from './reminders.service.ts';
export { createSnoozeEnds } from './snooze-ends.ts';
export { recordWork } from './work-history.ts';
export {
  addLabels,
  assignedTo,
  countFailure,
  labelIdsOf,
  lockWorkState,
  removeLabels,
  storeWorkState,
} from './work-state.repository.ts';
export {
  assignTo,
  changeConversation,
  changeConversations,
  closeWork,
  dismissFailures,
  markUnread,
  recordChange,
} from './work-state.service.ts';
