import type { Conversation, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';

/** Returns a message for unit tests. `over` overrides the fields that matter to the test. */
export function sampleMessage(over: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: 'msg_1',
    conversationId: 'cv_1',
    clientId: null,
    author: null,
    isHeld: false,
    contactId: '5511987654321',
    contact: 'ct_1',
    direction: 'outbound',
    sentBy: 'program',
    type: 'text',
    status: 'queued',
    content: 'Hello',
    templateName: null,
    templateLanguage: null,
    components: null,
    mediaUrl: null,
    caption: null,
    filename: null,
    media: null,
    replyTo: null,
    reactions: [],
    platformId: null,
    error: null,
    warnings: [],
    payload: null,
    inbound: null,
    edits: [],
    editedAt: null,
    revokedAt: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    sendAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    failedAt: null,
    ...over,
  };
}

/** Returns a conversation for unit tests. */
export function sampleConversation(over: Partial<Conversation> = {}): Conversation {
  return {
    id: 'cv_1',
    contact: {
      id: 'ct_1',
      name: 'Ana',
      phone: '5511987654321',
      status: 'cold',
      marketing: 'unknown',
      blocked: false,
    },
    status: 'open',
    snoozedUntil: null,
    returnedAt: null,
    assignee: null,
    labels: [],
    waitingSince: null,
    firstResponseAt: null,
    mentioned: [],
    failedCount: 0,
    unreadCount: 0,
    lastMessage: null,
    lastActivityAt: '2026-01-01T10:00:00.000Z',
    windowExpiresAt: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-01T10:00:00.000Z',
    ...over,
  };
}

/** Returns an in-memory Storage. `isFull` makes writes fail, as in a browser. */
export function memoryStorage(): Storage & { isFull: boolean } {
  const values = new Map<string, string>();
  return {
    isFull: false,
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem(key, value) {
      if (this.isFull) throw new Error('quota exceeded');
      values.set(key, value);
    },
  };
}
