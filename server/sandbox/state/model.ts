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
  /** What a test or the number's life has made of it; missing in rows of older journals. */
  readonly standing?: Standing;
  /** The nearest one wins: number, then business account, then app. */
  readonly callbacks: {
    readonly number: CallbackTarget | null;
    readonly waba: CallbackTarget | null;
    readonly app: CallbackTarget | null;
  };
}

/** How a number and the token that opens it stand. */
export interface Standing {
  /** Whether its code was entered; a number that is not, cannot be registered. */
  readonly verified: boolean;
  readonly code: { readonly value: string; readonly expiresAt: number; readonly tries: number } | null;
  /** Times of code requests, and of wrong PINs. */
  readonly codeRequests: readonly number[];
  readonly wrongPins: readonly number[];
  readonly quality: string;
  readonly messagingLimit: string;
  /** Unix seconds; 0: the token never ends. */
  readonly tokenExpiresAt: number;
  readonly tokenScopes: readonly string[];
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
  /** Further fields of the element of `messages[]`, of a person's message. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** What stands as `value.errors` beside it. */
  readonly valueErrors?: readonly unknown[];
  /** The person has changed it, or deleted it for everyone. */
  readonly changed?: 'edited' | 'deleted';
}

export type Reactions = Readonly<Partial<Record<ChatMessage['from'], string>>>;

/** A file that the platform holds for one number. Its bytes are in `files`. */
export interface MediaItem {
  readonly id: string;
  readonly phoneNumberId: string;
  /** The business uploaded it, or a person sent it: their ids live 30 and 7 days. */
  readonly from: 'customer' | 'business';
  /** As it was declared, parameters and all. */
  readonly mimeType: string;
  /** Hex. Callbacks say it in base64, the node in hex, as the platform does. */
  readonly sha256: string;
  readonly size: number;
  readonly filename: string;
  readonly createdAt: number;
}

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
