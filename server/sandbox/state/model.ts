/** The rows that the simulated platform stores. They are replaced, never changed in place. */

export interface CallbackTarget {
  readonly url: string;
  readonly verifyToken: string;
}

/** An app with a business account and a phone number, which is all a tenant needs to connect. */
export interface Account {
  readonly appId: string;
  readonly appSecret: string;
  readonly accessToken: string;
  readonly wabaId: string;
  readonly phoneNumberId: string;
  readonly displayPhoneNumber: string;
  readonly verifiedName: string;
  /** Whether the app is subscribed to the business account. If not, no events are sent. */
  readonly subscribed: boolean;
  readonly registered: boolean;
  readonly pin: string | null;
  /** Times of register and deregister calls. More than ten in 72 hours are rejected. */
  readonly registrations: readonly number[];
  /** The number's standing, set by its use or by tests. Missing in older journals. */
  readonly standing?: Standing;
  /** Callback URLs, in order of precedence: number, business account, app. */
  readonly callbacks: {
    readonly number: CallbackTarget | null;
    readonly waba: CallbackTarget | null;
    readonly app: CallbackTarget | null;
  };
}

/** The standing of a number and its access token. */
export interface Standing {
  /** Whether its code was entered. Unverified numbers cannot be registered. */
  readonly verified: boolean;
  readonly code: { readonly value: string; readonly expiresAt: number; readonly tries: number } | null;
  /** Times of code requests and of wrong PINs. */
  readonly codeRequests: readonly number[];
  readonly wrongPins: readonly number[];
  readonly quality: string;
  readonly messagingLimit: string;
  /** Unix seconds; 0 means that the token never expires. */
  readonly tokenExpiresAt: number;
  readonly tokenScopes: readonly string[];
}

/** A person with a phone. */
export interface Customer {
  readonly waId: string;
  readonly name: string;
  readonly phoneOff: boolean;
  /** The business-scoped user id of newer payloads, if a test has set one. */
  readonly userId: string | null;
  /** Whether the person chose a username. Callbacks then contain the user id but no phone number. */
  readonly phoneHidden: boolean;
}

/** The chat of a person with a business number. */
export interface Chat {
  readonly phoneNumberId: string;
  readonly waId: string;
  /** Unix milliseconds of the person's newest message, which opens the 24-hour window. 0 if there is none. */
  readonly lastInboundAt: number;
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

/** How the platform processes an accepted message. */
export type Fate = { readonly kind: 'ladder' | 'silent' } | { readonly kind: 'fail'; readonly code: number };

export interface ChatMessage {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly waId: string;
  readonly from: 'customer' | 'business';
  readonly type: string;
  /** The object under the name of `type`, as it was sent. */
  readonly payload: unknown;
  /** The text that the phone shows. */
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
  /** The reaction of each side. Missing in older journals. */
  readonly reactions?: Reactions;
  /** Additional fields of the element of `messages[]`, for a person's message. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Sent as `value.errors` next to the message. */
  readonly valueErrors?: readonly unknown[];
  /** Set if the person has edited the message, or deleted it for everyone. */
  readonly changed?: 'edited' | 'deleted';
}

export type Reactions = Readonly<Partial<Record<ChatMessage['from'], string>>>;

/** A file of one number on the platform. Its bytes are in `files`. */
export interface MediaItem {
  readonly id: string;
  readonly phoneNumberId: string;
  /** Who uploaded or sent it. Ids of the business are valid for 30 days, those of customers for 7. */
  readonly from: 'customer' | 'business';
  /** The declared type, including parameters. */
  readonly mimeType: string;
  /** Hex. As on the platform, callbacks contain it in base64 and the node in hex. */
  readonly sha256: string;
  readonly size: number;
  readonly filename: string;
  readonly createdAt: number;
}

/** A callback that has not been answered with 200 yet. The body is stored, so retries send the same bytes. */
export interface QueuedCallback {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly body: string;
  readonly summary: string;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly attempts: number;
  readonly lastOutcome: string | null;
  /** Ids of its customer messages, which get their second tick when the business's server accepts it. */
  readonly messageIds: readonly string[];
  readonly isCopy: boolean;
}
