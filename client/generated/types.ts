// Made by scripts/client.mjs from the contract. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}/api/v1` | (string & {});
};

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
     * Always null so far: the files of inbound messages are not stored yet. `payload` has what the platform said of them.
     */
    media: null;
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
     * What the platform sent, for inbound kinds other than text
     */
    payload: {
        [key: string]: unknown;
    } | null;
    createdAt: string;
    sentAt: string | null;
    deliveredAt: string | null;
    readAt: string | null;
    failedAt: string | null;
};

export type SendReaction = {
    /**
     * One emoji; null takes ours back
     */
    emoji: string | null;
};

export type ContactStatus = 'cold' | 'warm' | 'hot' | 'customer';

export type CreateContact = {
    name?: string;
    /**
     * With country code: 7 to 15 digits after a + or 00 or nothing, with spaces, dots, dashes or brackets. Stored as digits.
     */
    phone: string;
    email?: string | null;
    tags?: Array<string>;
};

export type UpdateContact = {
    name?: string;
    /**
     * With country code: 7 to 15 digits after a + or 00 or nothing, with spaces, dots, dashes or brackets. Stored as digits.
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
