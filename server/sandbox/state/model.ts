/** What the simulated platform remembers. Rows are replaced, never changed in place. */

export interface CallbackTarget {
  readonly url: string;
  readonly verifyToken: string;
}

/** One app with one business account and one phone number: all a tenant needs to connect. */
export interface Account {
  readonly appId: string;
  readonly appSecret: string;
  readonly accessToken: string;
  readonly wabaId: string;
  readonly phoneNumberId: string;
  readonly displayPhoneNumber: string;
  readonly verifiedName: string;
  /** Without a subscription of the app to the business account no event is sent at all. */
  readonly subscribed: boolean;
  readonly registered: boolean;
  readonly pin: string | null;
  /** Times of register and deregister calls: more than ten in 72 hours are refused. */
  readonly registrations: readonly number[];
  /** The nearest one wins: number, then business account, then app. */
  readonly callbacks: {
    readonly number: CallbackTarget | null;
    readonly waba: CallbackTarget | null;
    readonly app: CallbackTarget | null;
  };
}

/** A person with a phone. */
export interface Customer {
  readonly waId: string;
  readonly name: string;
  readonly phoneOff: boolean;
  /** The business-scoped user id that newer payloads carry, when the test wants one. */
  readonly userId: string | null;
  /** The person chose a username: callbacks then carry the user id and no phone number. */
  readonly phoneHidden: boolean;
}

/** What one person and one business number have with each other. */
export interface Chat {
  readonly phoneNumberId: string;
  readonly waId: string;
  /** Unix ms of the newest message of the person: opens the 24-hour window. 0 when there was none. */
  readonly lastInboundAt: number;
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

/** What the platform has decided to do with an accepted message. */
export type Fate = { readonly kind: 'ladder' | 'silent' } | { readonly kind: 'fail'; readonly code: number };

export interface ChatMessage {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly waId: string;
  readonly from: 'customer' | 'business';
  readonly type: string;
  /** The object named like `type`, as it travelled. */
  readonly payload: unknown;
  /** What the phone shows. */
  readonly text: string;
  readonly at: number;
  readonly status: MessageStatus;
  readonly fate: Fate;
  readonly sentAt: number | null;
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
  readonly failedAt: number | null;
  readonly errorCode: number | null;
  readonly replyTo: string | null;
  /** `biz_opaque_callback_data` of the send, echoed in every status. */
  readonly opaque: string | null;
  /** What each side has put on the message. Missing in rows of older journals. */
  readonly reactions?: Reactions;
}

export type Reactions = Readonly<Partial<Record<ChatMessage['from'], string>>>;

/** A callback that has not been answered with 200 yet. The body is fixed, so a retry is the same bytes. */
export interface QueuedCallback {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly body: string;
  readonly summary: string;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly attempts: number;
  readonly lastOutcome: string | null;
  /** The customer's messages in it: they get their second tick when the business's server takes it. */
  readonly messageIds: readonly string[];
  readonly isCopy: boolean;
}
