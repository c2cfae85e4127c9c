import { ada } from './contacts.ts';
import type { OperationExamples } from './example.ts';

const CONVERSATION_ID = 'cv_01k2v9z4b6n1y8dm3xg5hwq7tc';
const mia = { id: 'usr_01k2v8q5r3m9x1c7e4t6y0z2hb', name: 'Mia Berg' };
const billing = { id: 'lbl_01k2v8s7w2d4f6g8h1j3k5m7np', name: 'Billing', color: 'blue' };

const conversation = {
  id: CONVERSATION_ID,
  contact: {
    id: ada.id,
    name: ada.name,
    phone: ada.phone,
    status: ada.status,
    marketing: ada.marketing,
    blocked: false,
  },
  status: 'open',
  snoozedUntil: null,
  assignee: mia,
  labels: [billing],
  unreadCount: 1,
  lastMessage: {
    id: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
    direction: 'inbound',
    type: 'text',
    status: 'received',
    preview: 'Can you send the invoice again?',
    author: null,
    sentBy: null,
    createdAt: '2026-03-04T16:43:59.000Z',
  },
  waitingSince: '2026-03-04T16:43:59.000Z',
  firstResponseAt: null,
  windowExpiresAt: '2026-03-05T16:43:59.000Z',
  lastActivityAt: '2026-03-04T16:43:59.000Z',
  createdAt: '2026-03-02T09:15:04.120Z',
  responseDueAt: null,
  updatedAt: '2026-03-04T16:44:00.310Z',
};

const snoozed = {
  ...conversation,
  status: 'snoozed',
  snoozedUntil: '2026-03-09T08:00:00.000Z',
  responseDueAt: null,
  updatedAt: '2026-03-04T16:50:12.004Z',
};

const note = {
  id: 'nt_01k2vacx7t5r3e1w9q8z6y4m2d',
  conversationId: CONVERSATION_ID,
  contact: ada.id,
  content: 'The payment of invoice 4711 arrived today.',
  mentions: [],
  author: null,
  createdAt: '2026-03-04T16:52:30.900Z',
  editedAt: null,
};

const byContact = { id: ada.phone };
const notTooLong = {
  input: { params: { id: 'x'.repeat(1_001) } },
  details: [{ path: 'id', message: 'must have at most 1000 characters' }],
};
const noParameters = {
  input: { query: { page: '2' } },
  details: [{ path: 'page', message: 'is not a known field' }],
};

export const conversationExamples: Record<string, OperationExamples> = {
  'conversations.list': {
    answer: 'One page of conversations, those with the latest activity first',
    parameters: { status: 'open', assignee: 'none', label: billing.id, limit: 50 },
    answers: {
      page: {
        summary: 'The first of several pages',
        value: {
          data: [conversation],
          pagination: { limit: 1, nextCursor: '3kQ9s0ZbTn1WyyJhIiwyXQ' },
        },
      },
      nothing: {
        summary: 'Nothing found',
        value: { data: [], pagination: { limit: 50, nextCursor: null } },
      },
    },
    faulty: {
      input: { query: { assignee: 'nobody' } },
      details: [{ path: 'assignee', message: 'must be an id that starts with usr_, or none' }],
    },
  },
  'conversations.get': {
    answer: 'The conversation',
    parameters: byContact,
    answers: { found: { summary: 'An open conversation', value: conversation } },
    faulty: notTooLong,
  },
  'conversations.change': {
    answer: 'The conversation as it is now',
    parameters: byContact,
    requests: {
      assign: {
        summary: 'Assign and label it',
        value: { assigneeId: mia.id, labels: [billing.id] },
      },
      snooze: {
        summary: 'Snooze it until Monday',
        value: { status: 'snoozed', snoozedUntil: '2026-03-09T08:00:00.000Z' },
      },
      close: { summary: 'Close it', value: { status: 'closed' } },
    },
    answers: { changed: { summary: 'Snoozed', value: snoozed } },
    faulty: {
      input: { params: byContact, body: { status: 'snoozed' } },
      details: [{ path: 'snoozedUntil', message: 'is required with the status snoozed' }],
    },
  },
  'conversations.notes': {
    answer: 'One page of notes, the newest first',
    parameters: { ...byContact, limit: 50 },
    answers: {
      page: { summary: 'All notes', value: { data: [note], pagination: { limit: 50, nextCursor: null } } },
    },
    faulty: {
      input: { params: byContact, query: { limit: '0' } },
      details: [{ path: 'limit', message: 'must be at least 1' }],
    },
  },
  'conversations.addNote': {
    answer: 'The new note',
    parameters: byContact,
    requests: {
      plain: { summary: 'A note', value: { content: note.content } },
      mention: {
        summary: 'A note that mentions a member',
        value: { content: '@Mia Berg please check the invoice.', mentions: [mia.id] },
      },
    },
    answers: { created: { summary: 'Created', value: note } },
    faulty: {
      input: { params: byContact, body: { content: ' ' } },
      details: [{ path: 'content', message: 'must not be blank' }],
    },
  },
  'conversations.changeNote': {
    answer: 'The changed note',
    parameters: { id: note.id },
    requests: { text: { summary: 'Another text', value: { content: 'Invoice 4711 is paid in full.' } } },
    answers: {
      changed: {
        summary: 'Changed',
        value: {
          ...note,
          content: 'Invoice 4711 is paid in full.',
          editedAt: '2026-03-04T17:10:02.118Z',
        },
      },
    },
    faulty: {
      input: { params: { id: note.id }, body: { content: ' ' } },
      details: [{ path: 'content', message: 'must not be blank' }],
    },
  },
  'conversations.removeNote': {
    answer: 'The id of the deleted note',
    parameters: { id: note.id },
    answers: { deleted: { summary: 'Deleted', value: { id: note.id, deleted: true } } },
    faulty: notTooLong,
  },
  'labels.list': {
    answer: 'All labels of the workspace',
    answers: { all: { summary: 'One label', value: { data: [billing] } } },
    faulty: noParameters,
  },
  'members.list': {
    answer: 'All members of the workspace, with their names, their roles, and whether they are away',
    answers: { all: { summary: 'One member', value: { data: [{ ...mia, role: 'staff', isAway: false }] } } },
    faulty: noParameters,
  },
};
