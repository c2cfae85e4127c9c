import type { Channel } from '../../features/channel/index.ts';
import { checkFilter, countContacts, registerContacts } from '../../features/contacts/index.ts';
import {
  businessHoursRoutes,
  createReminderRounds,
  createSnoozeEnds,
  draftsRoutes,
  labelsRoutes,
  notesRoutes,
  notificationsRoutes,
  reminderRetention,
  remindersRoutes,
} from '../../features/conversations/index.ts';
import { createMessageIndexer, registerMessages } from '../../features/messages/index.ts';
import { getSegment, registerSegments } from '../../features/segments/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Media } from '../media/index.ts';
import { replySend } from '../outbound/inbox-sends.ts';
import type { Outbound } from '../outbound/index.ts';
import { conversationsRoutes } from './conversations.routes.ts';
import { deleteContact, purgeContactJob } from './delete-contact.ts';
import { markReadUpTo, reportReadJob } from './mark-read.ts';
import { mergeContacts } from './merge/merge-contacts.ts';
import { mergeRetention, undoMerge } from './merge/undo-merge.ts';
import { publicConversationsRoutes } from './public-conversations.ts';
import { react, sendReactionJob } from './react.ts';
import { searchRoutes } from './search-messages.ts';
import { findThread } from './threads.repository.ts';
import { unassignMember, unassignMemberJob } from './unassign-member.ts';

/** Wires contacts, their conversations and messages. */
export function wireInbox(
  { background, realtime }: Kernel,
  { channel, media, outbound }: { channel: Channel; media: Media; outbound: Outbound },
  { wakeJobs }: { wakeJobs(): void },
) {
  const contacts = registerContacts(background.resources, {
    deleteContact: (ctx, id) => deleteContact(ctx, wakeJobs, id),
    mergeContacts,
    undoMerge,
    filterOfSegment: async (ctx, id) => (await getSegment(ctx, id)).filter,
    wakeJobs,
  });
  const segments = registerSegments({ checkFilter, countContacts });
  const setReaction = (ctx: Context, messageId: Buffer, emoji: string | null) =>
    react(ctx, wakeJobs, messageId, emoji);
  const messages = registerMessages({
    findThread,
    sendFromApi: outbound.sendFromApi,
    cancelSend: outbound.cancelScheduled,
    react: setReaction,
    markReadUpTo: (ctx, messageId) => markReadUpTo(ctx, wakeJobs, messageId),
  });
  const conversations = conversationsRoutes({
    sendReply: (ctx, conversationId, input) => outbound.sendFromInbox(ctx, conversationId, replySend(input)),
    react: setReaction,
    retrySend: outbound.retrySend,
    sendNow: outbound.sendScheduledNow,
    cancelSend: outbound.cancelScheduled,
    wakeJobs,
  });
  return {
    jobs: [
      purgeContactJob(background.resources, media.files),
      reportReadJob(background.resources, channel),
      sendReactionJob(background.resources, channel),
      unassignMemberJob(background.resources),
      ...contacts.jobs,
    ],
    workers: [
      createSnoozeEnds(background.resources),
      createReminderRounds(background.resources),
      createMessageIndexer(background.resources),
    ],
    retention: [mergeRetention(background.resources), reminderRetention(background.database)],
    unassignMember,
    publicRoutes: {
      contacts: contacts.routes,
      segments: segments.routes,
      messages: messages.routes,
      ...publicConversationsRoutes(),
    },
    dashboardRoutes: {
      contacts: contacts.routes,
      contactFields: contacts.fieldsRoutes,
      segments: segments.routes,
      conversations,
      labels: labelsRoutes(),
      search: searchRoutes(),
      notes: notesRoutes(),
      notifications: notificationsRoutes(),
      reminders: remindersRoutes(),
      businessHours: businessHoursRoutes(),
      drafts: draftsRoutes({
        signalDevices: ({ scope, id }, signal) => realtime.signalMember(scope, id, signal),
        peopleIn: realtime.peopleIn,
      }),
    },
  };
}
