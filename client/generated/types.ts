// Made by scripts/client.mjs from the contract. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}/api/v1` | (string & {});
};

export type Webhooks = WebhookMessageReceivedWebhookRequest | WebhookMessageUpdatedWebhookRequest;

export type Contact = {
    id: string;
    name: string;
    /**
     * Digits with country code; null for a customer known by a platform id only
     */
    phone: string | null;
    email: string | null;
    tags: Array<string>;
    status: ContactStatus;
    createdAt: string;
    updatedAt: string;
};

export type SendMessage = ({
    type: 'text';
} & SendText) | ({
    type: 'template';
} & SendTemplate) | ({
    type: 'image';
} & SendImage) | ({
    type: 'video';
} & SendVideo) | ({
    type: 'audio';
} & SendAudio) | ({
    type: 'document';
} & SendDocument) | ({
    type: 'sticker';
} & SendSticker) | ({
    type: 'media';
} & SendMedia);

/**
 * Text
 */
export type SendText = {
    type: 'text';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    content: string;
};

/**
 * Template
 */
export type SendTemplate = {
    type: 'template';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    templateName: string;
    templateLanguage: string;
    components?: Array<TemplateComponent>;
};

/**
 * Image
 */
export type SendImage = {
    type: 'image';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
    caption?: string;
};

/**
 * Video
 */
export type SendVideo = {
    type: 'video';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
    caption?: string;
};

/**
 * Audio
 */
export type SendAudio = {
    type: 'audio';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
};

/**
 * Document
 */
export type SendDocument = {
    type: 'document';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
    caption?: string;
    /**
     * What the file is called on the phone
     */
    filename?: string;
};

/**
 * Sticker
 */
export type SendSticker = {
    type: 'sticker';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
};

/**
 * Media
 *
 * Finds out the kind of the file, from its Content-Type or else from the ending of its name, and sends it as that kind; the answer says which. 400 on `type` when neither tells, and on a field that the kind does not have.
 */
export type SendMedia = {
    type: 'media';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * The message of the same contact that this one answers; the platform shows it as a quote
     */
    replyTo?: string;
    /**
     * A public http or https address; the platform fetches the file from there
     */
    mediaUrl: string;
    caption?: string;
    /**
     * What the file is called on the phone
     */
    filename?: string;
};

export type Message = {
    id: string;
    /**
     * The contact's phone number
     */
    contactId: string | null;
    contact: string;
    direction: 'inbound' | 'outbound';
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
    status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    /**
     * The text; of a pressed button or a chosen list entry, its title
     */
    content: string | null;
    templateName: string | null;
    templateLanguage: string | null;
    /**
     * What filled the template, as it was sent
     */
    components: Array<{
        [key: string]: unknown;
    }> | null;
    /**
     * Where the platform fetched the file of an outbound message
     */
    mediaUrl: string | null;
    /**
     * The words under an image, a video or a document
     */
    caption: string | null;
    /**
     * What a document is called
     */
    filename: string | null;
    /**
     * The file of a message whose bytes are, or will be, on this server: null for a file that was sent as `mediaUrl`
     */
    media: Media | null;
    /**
     * The message that this one answers
     */
    replyTo: string | null;
    reactions: Array<{
        /**
         * Whose it is: the customer’s or ours
         */
        direction: 'inbound' | 'outbound';
        emoji: string;
        at: string;
    }>;
    platformId: string | null;
    error: MessageError | null;
    warnings: Array<'window_closed'>;
    /**
     * What the platform sent, for inbound kinds other than plain text
     */
    payload: {
        [key: string]: unknown;
    } | null;
    /**
     * What an inbound message holds besides its words; null for ours and for plain text
     */
    inbound: InboundFacts | null;
    /**
     * What the message said before the customer changed it, the oldest first
     */
    edits: Array<{
        content: string | null;
        caption: string | null;
        /**
         * When it stopped saying this
         */
        at: string;
    }>;
    /**
     * When the customer last changed it
     */
    editedAt: string | null;
    /**
     * When the customer deleted it for everyone; what it said is kept, and should not be shown unasked
     */
    revokedAt: string | null;
    createdAt: string;
    sentAt: string | null;
    deliveredAt: string | null;
    readAt: string | null;
    failedAt: string | null;
};

export type Media = {
    id: string;
    /**
     * `fetching`: on its way from the platform; `failed`: it could not be fetched, see `reason`; `expired`: the platform no longer has it
     */
    state: 'fetching' | 'ready' | 'failed' | 'expired';
    /**
     * Where on this server the file is, for a request with an API key that may read messages; null until it is ready
     */
    url: string | null;
    mimeType: string;
    /**
     * Bytes; null while unknown
     */
    size: number | null;
    filename: string | null;
    /**
     * Of a picture, upright, in pixels
     */
    width: number | null;
    height: number | null;
    /**
     * Why it failed
     */
    reason: string | null;
};

export type InboundFacts = {
    /**
     * Of a sound: spoken into the phone, or a file passed on
     */
    voice: boolean | null;
    /**
     * Of a sticker
     */
    animated: boolean | null;
    location: {
        latitude: number;
        longitude: number;
        name: string | null;
        address: string | null;
        url: string | null;
    } | null;
    /**
     * Of kind `contacts`: the address cards
     */
    cards: Array<{
        name: string;
        organization: string | null;
        birthday: string | null;
        phones: Array<{
            phone: string;
            type: string | null;
            /**
             * Null: not on the network
             */
            waId: string | null;
        }>;
        emails: Array<{
            email: string;
            type: string | null;
        }>;
        urls: Array<{
            url: string;
            type: string | null;
        }>;
        addresses: Array<{
            address: string;
            type: string | null;
        }>;
    }> | null;
    choice: {
        /**
         * A button of a template, of a message, a list entry, a filled form
         */
        kind: 'quick_reply' | 'button' | 'list' | 'form' | 'other';
        /**
         * What the sender of the choice gave it; of a template’s button its payload
         */
        id: string | null;
        title: string | null;
        description: string | null;
        /**
         * What was filled in
         */
        form: {
            [key: string]: unknown;
        } | null;
    } | null;
    order: {
        catalogId: string | null;
        items: Array<{
            productId: string;
            quantity: number | null;
            /**
             * Of one
             */
            price: number | null;
            currency: string | null;
        }>;
    } | null;
    /**
     * Of kind `system`: nobody wrote it
     */
    system: {
        kind: 'number_changed' | 'user_id_changed' | 'identity_changed' | 'chat_opened' | 'other';
        /**
         * The number or id before
         */
        from: string | null;
        /**
         * The number or id from now on
         */
        to: string | null;
    } | null;
    /**
     * The advertisement or post that the customer came from
     */
    referral: {
        /**
         * `ad` or `post`
         */
        sourceType: string | null;
        sourceId: string | null;
        sourceUrl: string | null;
        headline: string | null;
        body: string | null;
        mediaType: string | null;
        mediaUrl: string | null;
        thumbnailUrl: string | null;
        clickId: string | null;
        /**
         * The greeting that the advertisement showed
         */
        welcome: string | null;
    } | null;
    /**
     * Passed on from another chat; `often`: many times
     */
    forwarded: 'once' | 'often' | null;
    /**
     * The product that the customer asks about
     */
    product: {
        /**
         * The shop's own number of the product
         */
        productId: string;
        catalogId: string | null;
    } | null;
    unsupported: {
        /**
         * The platform's word for it, as far as it tells
         */
        kind: string;
        code: string | null;
        /**
         * Why there is nothing to show
         */
        reason: string;
    } | null;
};

export type SendReaction = {
    /**
     * One emoji; null takes ours back
     */
    emoji: string | null;
};

export type Template = {
    id: string;
    name: string;
    /**
     * As the platform spells it: en or en_US
     */
    language: string;
    /**
     * The platform’s own word; only APPROVED can be sent
     */
    status: string;
    category: string;
    /**
     * What it was before the platform moved it
     */
    previousCategory: string | null;
    parameterFormat: 'POSITIONAL' | 'NAMED';
    /**
     * GREEN, YELLOW or RED; null: not known yet
     */
    quality: string | null;
    rejectedReason: string | null;
    /**
     * As the platform has them, kinds that are not known here included
     */
    components: Array<{
        [key: string]: unknown;
    }>;
    /**
     * When it was last sent from the inbox
     */
    lastSentAt: string | null;
    /**
     * When this server first saw it
     */
    createdAt: string;
    updatedAt: string;
};

export type ContactStatus = 'cold' | 'warm' | 'hot' | 'customer';

export type CreateContact = {
    name?: string;
    /**
     * A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.
     */
    phone: string;
    email?: string | null;
    tags?: Array<string>;
};

export type UpdateContact = {
    name?: string;
    /**
     * A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.
     */
    phone?: string;
    email?: string | null;
    tags?: Array<string>;
    status?: ContactStatus;
};

export type MessageError = {
    code: string;
    message: string;
    details: string | null;
};

export type Pagination = {
    page: number;
    limit: number;
    total: number;
    /**
     * The search has more matches than `total`
     */
    totalIsCapped?: true;
    totalPages: number;
    nextCursor: string | null;
};

export type WebhookEvent = {
    /**
     * The same in every attempt to deliver this event: know it again by this
     */
    id: string;
    /**
     * A customer wrote; or an outbound message was sent, delivered, read or failed
     */
    type: 'message.received' | 'message.updated';
    apiVersion: string;
    /**
     * When it happened
     */
    timestamp: string;
    /**
     * The workspace
     */
    tenantId: string;
    /**
     * Counts the workspace's events, in their order
     */
    seq: number;
    /**
     * Counts the conversation's events, in their order
     */
    conversationSeq: number;
    data: {
        message: Message;
        contact: Contact;
    };
};

export type TemplateComponent = {
    type: 'header';
    parameters: [
        {
            type: 'text';
            /**
             * The variable it fills, in a template whose variables have names
             */
            parameter_name?: string;
            text: string;
        } | {
            type: 'image';
            image: {
                /**
                 * A public http or https address; the platform fetches the file from there
                 */
                link: string;
            };
        } | {
            type: 'video';
            video: {
                /**
                 * A public http or https address; the platform fetches the file from there
                 */
                link: string;
            };
        } | {
            type: 'document';
            document: {
                /**
                 * A public http or https address; the platform fetches the file from there
                 */
                link: string;
                filename?: string;
            };
        } | {
            type: 'location';
            location: {
                latitude: number;
                longitude: number;
                name?: string;
                address?: string;
            };
        }
    ];
} | {
    type: 'body';
    parameters: Array<{
        type: 'text';
        /**
         * The variable it fills, in a template whose variables have names
         */
        parameter_name?: string;
        text: string;
    } | {
        type: 'currency';
        /**
         * The variable it fills, in a template whose variables have names
         */
        parameter_name?: string;
        currency: {
            fallback_value: string;
            code: string;
            /**
             * The amount times 1,000
             */
            amount_1000: number;
        };
    } | {
        type: 'date_time';
        /**
         * The variable it fills, in a template whose variables have names
         */
        parameter_name?: string;
        date_time: {
            fallback_value: string;
            [key: string]: unknown;
        };
    }>;
} | {
    type: 'button';
    /**
     * The place of the button among all buttons of the template, from 0
     */
    index: number | string;
    sub_type: 'quick_reply';
    parameters: [
        {
            type: 'payload';
            payload: string;
        }
    ];
} | {
    type: 'button';
    /**
     * The place of the button among all buttons of the template, from 0
     */
    index: number | string;
    sub_type: 'url';
    parameters: [
        {
            type: 'text';
            /**
             * The variable it fills, in a template whose variables have names
             */
            parameter_name?: string;
            text: string;
        }
    ];
} | {
    type: 'button';
    /**
     * The place of the button among all buttons of the template, from 0
     */
    index: number | string;
    sub_type: 'copy_code';
    parameters: [
        {
            type: 'coupon_code';
            coupon_code: string;
        }
    ];
} | {
    type: 'button';
    /**
     * The place of the button among all buttons of the template, from 0
     */
    index: number | string;
    sub_type: 'flow' | 'catalog' | 'mpm';
    parameters: [
        {
            type: 'action';
            action: {
                [key: string]: unknown;
            };
        }
    ];
};

export type ContactsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Finds contacts that have this anywhere in their name or phone number, as one piece and however short: one character is enough. Case, accents and other marks make no difference, ligatures and full-width letters are read as plain ones, and % or _ stand for themselves. What can be read as part of a number is also looked for in numbers, without its spaces, dots, dashes, brackets and leading + (a 00 before a whole number is its +). Newest first. `total` is exact up to 1,000 and then 1,000 with `totalIsCapped`: one or two characters nearly always match more than that, and take somewhat longer to answer than a longer search.
         */
        search?: string;
        status?: ContactStatus;
        /**
         * Page, from 1
         */
        page?: number;
        /**
         * How many a page holds; more than 100 is taken as 100
         */
        limit?: number;
        /**
         * The nextCursor of the page before
         */
        cursor?: string;
    };
    url: '/contacts';
};

export type ContactsListResponses = {
    /**
     * One page of contacts, newest first
     */
    200: {
        data: Array<Contact>;
        pagination: Pagination;
    };
};

export type ContactsListResponse = ContactsListResponses[keyof ContactsListResponses];

export type ContactsCreateData = {
    body: CreateContact;
    path?: never;
    query?: never;
    url: '/contacts';
};

export type ContactsCreateResponses = {
    /**
     * The new contact
     */
    201: Contact;
};

export type ContactsCreateResponse = ContactsCreateResponses[keyof ContactsCreateResponses];

export type ContactsRemoveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/contacts/{id}';
};

export type ContactsRemoveResponses = {
    /**
     * What was deleted
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type ContactsRemoveResponse = ContactsRemoveResponses[keyof ContactsRemoveResponses];

export type ContactsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/contacts/{id}';
};

export type ContactsGetResponses = {
    /**
     * The contact
     */
    200: Contact;
};

export type ContactsGetResponse = ContactsGetResponses[keyof ContactsGetResponses];

export type ContactsUpdateData = {
    body: UpdateContact;
    path: {
        id: string;
    };
    query?: never;
    url: '/contacts/{id}';
};

export type ContactsUpdateResponses = {
    /**
     * The contact as it is now
     */
    200: Contact;
};

export type ContactsUpdateResponse = ContactsUpdateResponses[keyof ContactsUpdateResponses];

export type MessagesSendData = {
    body: SendMessage;
    path?: never;
    query?: never;
    url: '/messages/send';
};

export type MessagesSendResponses = {
    /**
     * The stored message: `sent`, `queued` or `failed`
     */
    201: Message;
};

export type MessagesSendResponse = MessagesSendResponses[keyof MessagesSendResponses];

export type MessagesHistoryData = {
    body?: never;
    path: {
        contactPhone: string;
    };
    query?: {
        /**
         * Page, from 1
         */
        page?: number;
        /**
         * How many a page holds; more than 100 is taken as 100
         */
        limit?: number;
        /**
         * The nextCursor of the page before
         */
        cursor?: string;
    };
    url: '/messages/{contactPhone}';
};

export type MessagesHistoryResponses = {
    /**
     * One page of messages, newest first
     */
    200: {
        data: Array<Message>;
        pagination: Pagination;
    };
};

export type MessagesHistoryResponse = MessagesHistoryResponses[keyof MessagesHistoryResponses];

export type MessagesReactData = {
    body: SendReaction;
    path: {
        id: string;
    };
    query?: never;
    url: '/messages/{id}/reaction';
};

export type MessagesReactResponses = {
    /**
     * The message with its reactions
     */
    200: Message;
};

export type MessagesReactResponse = MessagesReactResponses[keyof MessagesReactResponses];

export type MessagesMarkReadData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/messages/{id}/read';
};

export type MessagesMarkReadResponses = {
    /**
     * The message
     */
    200: Message;
};

export type MessagesMarkReadResponse = MessagesMarkReadResponses[keyof MessagesMarkReadResponses];

export type TemplatesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Any part of a name or a text
         */
        search?: string;
        status?: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'IN_APPEAL' | 'PENDING_DELETION' | 'ARCHIVED' | 'LIMIT_EXCEEDED' | 'FLAGGED' | 'LOCKED';
        language?: string;
        /**
         * Page, from 1
         */
        page?: number;
        /**
         * How many a page holds; more than 100 is taken as 100
         */
        limit?: number;
        /**
         * The nextCursor of the page before
         */
        cursor?: string;
    };
    url: '/templates';
};

export type TemplatesListResponses = {
    /**
     * One page of templates, by name and language
     */
    200: {
        data: Array<Template>;
        pagination: Pagination;
    };
};

export type TemplatesListResponse = TemplatesListResponses[keyof TemplatesListResponses];

export type MediaGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/media/{id}';
};

export type MediaGetResponses = {
    /**
     * The file, where it is to be had without a key, and until when
     */
    200: {
        id: string;
        /**
         * `fetching`: on its way from the platform; `failed`: it could not be fetched, see `reason`; `expired`: the platform no longer has it
         */
        state: 'fetching' | 'ready' | 'failed' | 'expired';
        /**
         * Where the file is until `expiresAt`, for anybody who has the address
         */
        url: string;
        mimeType: string;
        /**
         * Bytes; null while unknown
         */
        size: number | null;
        filename: string | null;
        /**
         * Of a picture, upright, in pixels
         */
        width: number | null;
        height: number | null;
        /**
         * Why it failed
         */
        reason: string | null;
        /**
         * A small picture of it, where there is one
         */
        thumbnailUrl: string | null;
        expiresAt: string;
    };
};

export type MediaGetResponse = MediaGetResponses[keyof MediaGetResponses];

export type WebhookMessageReceivedWebhookPayload = WebhookEvent;

export type WebhookMessageReceivedWebhookRequest = {
    body: WebhookMessageReceivedWebhookPayload;
    key: 'message.received';
    path?: never;
    query?: never;
};

export type WebhookMessageUpdatedWebhookPayload = WebhookEvent;

export type WebhookMessageUpdatedWebhookRequest = {
    body: WebhookMessageUpdatedWebhookPayload;
    key: 'message.updated';
    path?: never;
    query?: never;
};
