// Made by scripts/client.mjs from the contract. Do not edit.

export type ClientOptions = {
    baseUrl: `${string}://${string}/api/v1` | (string & {});
};

export type Webhooks = WebhookMessageReceivedWebhookRequest | WebhookMessageUpdatedWebhookRequest | WebhookMessageCreatedWebhookRequest | WebhookMessageEditedWebhookRequest | WebhookMessageDeletedWebhookRequest | WebhookMessageReactionWebhookRequest | WebhookContactCreatedWebhookRequest | WebhookContactUpdatedWebhookRequest | WebhookContactDeletedWebhookRequest | WebhookConversationUpdatedWebhookRequest | WebhookChannelUpdatedWebhookRequest | WebhookBroadcastCompletedWebhookRequest | WebhookAutomationTriggeredWebhookRequest;

export type Contact = {
    id: string;
    name: string;
    /**
     * Digits with country code; null for a customer who is known only by an id from WhatsApp
     */
    phone: string | null;
    email: string | null;
    tags: Array<string>;
    status: ContactStatus;
    /**
     * Whether the contact wants marketing messages
     */
    marketing: 'subscribed' | 'unsubscribed' | 'unknown';
    /**
     * When that was last changed, or chosen again by the customer
     */
    marketingAt: string | null;
    /**
     * Who changed it: the customer with a word such as STOP, or in the WhatsApp app; a member; a program; or an imported file
     */
    marketingSource: 'customer' | 'platform' | 'member' | 'api' | 'import' | null;
    /**
     * Nothing can be sent to a blocked contact; what they write is stored without a notification
     */
    blocked: boolean;
    /**
     * Its values in custom fields, by the keys of the fields. Fields without a value are left out
     */
    attributes: {
        [key: string]: string | number | boolean;
    };
    createdAt: string;
    updatedAt: string;
};

export type ContactField = {
    id: string;
    /**
     * Its name in `attributes`
     */
    key: string;
    name: string;
    type: 'text' | 'number' | 'boolean' | 'date' | 'select';
    /**
     * The choices of a `select`; empty for other types
     */
    options: Array<string>;
};

export type MergeContact = {
    /**
     * The contact that stays: its id or a phone number of it
     */
    into: string;
    /**
     * Fields whose value comes from the contact that is merged: `name`, `phone`, `email`, `status`, or `field:` and the key of a custom field, as in `field:city`. Without a value there, that of `into` stays
     */
    take?: Array<string>;
    /**
     * `phone`: messages go to the number of `into`, also if the customer wrote from the other one last. Without effect if `take` has `phone`
     */
    keep?: Array<'phone'>;
};

export type Segment = {
    id: string;
    name: string;
    filter: ContactFilter;
    createdAt: string;
    updatedAt: string;
};

export type ContactFilter = {
    /**
     * Contacts whose name or phone number contains this text, whose email address or its part after the @ begins with it, or with a tag of this name
     */
    search?: string;
    /**
     * Contacts with exactly this tag
     */
    tag?: string;
    /**
     * Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.
     */
    attribute?: string;
    status?: 'cold' | 'warm' | 'hot' | 'customer';
    /**
     * Contacts with this marketing consent
     */
    marketing?: 'subscribed' | 'unsubscribed' | 'unknown';
    /**
     * Only blocked contacts, or only others
     */
    blocked?: boolean;
    /**
     * Only contacts with an email address, or only those without
     */
    hasEmail?: boolean;
    /**
     * Contacts that were added in the last days, up to this number
     */
    addedWithinDays?: number;
    /**
     * Contacts who wrote in the last days, up to this number
     */
    seenWithinDays?: number;
    /**
     * Contacts who have not written for this many days, or never
     */
    notSeenForDays?: number;
};

export type CreateSegment = {
    /**
     * Unique in the workspace, whatever the case of its letters
     */
    name: string;
    filter: {
        /**
         * Contacts whose name or phone number contains this text, whose email address or its part after the @ begins with it, or with a tag of this name
         */
        search?: string;
        /**
         * Contacts with exactly this tag
         */
        tag?: string;
        /**
         * Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.
         */
        attribute?: string;
        status?: 'cold' | 'warm' | 'hot' | 'customer';
        /**
         * Contacts with this marketing consent
         */
        marketing?: 'subscribed' | 'unsubscribed' | 'unknown';
        /**
         * Only blocked contacts, or only others
         */
        blocked?: boolean;
        /**
         * Only contacts with an email address, or only those without
         */
        hasEmail?: boolean;
        /**
         * Contacts that were added in the last days, up to this number
         */
        addedWithinDays?: number;
        /**
         * Contacts who wrote in the last days, up to this number
         */
        seenWithinDays?: number;
        /**
         * Contacts who have not written for this many days, or never
         */
        notSeenForDays?: number;
    };
};

export type UpdateSegment = {
    /**
     * Unique in the workspace, whatever the case of its letters
     */
    name?: string;
    /**
     * Replaces the whole filter
     */
    filter?: {
        /**
         * Contacts whose name or phone number contains this text, whose email address or its part after the @ begins with it, or with a tag of this name
         */
        search?: string;
        /**
         * Contacts with exactly this tag
         */
        tag?: string;
        /**
         * Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.
         */
        attribute?: string;
        status?: 'cold' | 'warm' | 'hot' | 'customer';
        /**
         * Contacts with this marketing consent
         */
        marketing?: 'subscribed' | 'unsubscribed' | 'unknown';
        /**
         * Only blocked contacts, or only others
         */
        blocked?: boolean;
        /**
         * Only contacts with an email address, or only those without
         */
        hasEmail?: boolean;
        /**
         * Contacts that were added in the last days, up to this number
         */
        addedWithinDays?: number;
        /**
         * Contacts who wrote in the last days, up to this number
         */
        seenWithinDays?: number;
        /**
         * Contacts who have not written for this many days, or never
         */
        notSeenForDays?: number;
    };
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
} & SendMedia) | ({
    type: 'interactive';
} & SendInteractive) | ({
    type: 'location';
} & SendLocation) | ({
    type: 'contacts';
} & SendContacts);

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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    content: string;
    /**
     * Whether the phone shows a preview of the first link in the text; true when not given
     */
    previewUrl?: boolean;
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
    /**
     * Whether it is a voice message, which the phone shows as one recorded in the chat. WhatsApp requires Ogg with Opus and one channel
     */
    voice?: boolean;
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
    caption?: string;
    /**
     * The file name that the customer sees
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
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
};

/**
 * Media
 *
 * Determines the kind of the file from its Content-Type, or else from its file extension, and sends it as that kind, which is the `type` in the response. Returns 400 on `type` if the kind cannot be determined, and on a field that the kind does not have.
 */
export type SendMedia = {
    type: 'media';
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
    /**
     * A public http or https address from which WhatsApp downloads the file
     */
    mediaUrl?: string;
    /**
     * The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once
     */
    mediaId?: string;
    caption?: string;
    /**
     * The file name that the customer sees
     */
    filename?: string;
};

/**
 * Buttons, list or link
 *
 * A text with up to three reply buttons, with a list to choose from, or with a button that opens a web address. A choice arrives as an inbound message of type `interactive` with `inbound.choice`; `replyTo` names the message that it answers.
 */
export type SendInteractive = {
    type: 'interactive';
    interactive: ({
        type: 'button';
    } & ReplyButtons) | ({
        type: 'list';
    } & OptionList) | ({
        type: 'cta_url';
    } & LinkButton);
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
};

/**
 * Reply buttons
 */
export type ReplyButtons = {
    type: 'button';
    header?: {
        type: 'text';
        text: string;
    } | {
        type: 'image';
        image: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
        };
    } | {
        type: 'video';
        video: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
        };
    } | {
        type: 'document';
        document: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
            filename?: string;
        };
    };
    body: {
        text: string;
    };
    footer?: {
        text: string;
    };
    action: {
        buttons: Array<{
            type: 'reply';
            reply: {
                /**
                 * Returned in `inbound.choice.id`
                 */
                id: string;
                title: string;
            };
        }>;
    };
};

/**
 * List
 */
export type OptionList = {
    type: 'list';
    header?: {
        type: 'text';
        text: string;
    };
    body: {
        text: string;
    };
    footer?: {
        text: string;
    };
    action: {
        /**
         * The label of the button that opens the list
         */
        button: string;
        sections: Array<{
            /**
             * Required when there is more than one section
             */
            title?: string;
            rows: Array<{
                /**
                 * Returned in `inbound.choice.id`
                 */
                id: string;
                title: string;
                description?: string;
            }>;
        }>;
    };
};

/**
 * Link button
 */
export type LinkButton = {
    type: 'cta_url';
    header?: {
        type: 'text';
        text: string;
    } | {
        type: 'image';
        image: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
        };
    } | {
        type: 'video';
        video: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
        };
    } | {
        type: 'document';
        document: {
            /**
             * A public http or https address from which WhatsApp downloads the file
             */
            link?: string;
            /**
             * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
             */
            id?: string;
            filename?: string;
        };
    };
    body: {
        text: string;
    };
    footer?: {
        text: string;
    };
    action: {
        name: 'cta_url';
        parameters: {
            display_text: string;
            /**
             * The http or https address that the button opens
             */
            url: string;
        };
    };
};

/**
 * Location
 */
export type SendLocation = {
    type: 'location';
    location: {
        latitude: number;
        longitude: number;
        name?: string;
        /**
         * Shown under the name
         */
        address?: string;
    };
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
};

/**
 * Contact cards
 */
export type SendContacts = {
    type: 'contacts';
    contacts: Array<ContactCard>;
    /**
     * The contact's phone number in any known form, or its id
     */
    contactId: string;
    /**
     * If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`
     */
    createContact?: boolean;
    /**
     * The message from the same contact that this one replies to; WhatsApp shows it as a quote
     */
    replyTo?: string;
    /**
     * When to send it, up to 30 days ahead. Until then, its status is `scheduled`
     */
    sendAt?: string;
};

export type ContactCard = {
    /**
     * Without any part of the name, `formatted_name` is also sent as `first_name`
     */
    name: {
        /**
         * The full name, as it is shown
         */
        formatted_name: string;
        first_name?: string;
        middle_name?: string;
        last_name?: string;
        prefix?: string;
        suffix?: string;
    };
    org?: {
        company?: string;
        department?: string;
        title?: string;
    };
    birthday?: string;
    phones?: Array<{
        phone: string;
        /**
         * Such as `WORK`, `HOME` or `CELL`
         */
        type?: string;
        /**
         * The number in digits; with it, the card has a button that opens the chat
         */
        wa_id?: string;
    }>;
    emails?: Array<{
        email: string;
        /**
         * Such as `WORK`, `HOME` or `CELL`
         */
        type?: string;
    }>;
    urls?: Array<{
        url: string;
        /**
         * Such as `WORK`, `HOME` or `CELL`
         */
        type?: string;
    }>;
    addresses?: Array<{
        street?: string;
        city?: string;
        state?: string;
        zip?: string;
        country?: string;
        country_code?: string;
        /**
         * Such as `WORK`, `HOME` or `CELL`
         */
        type?: string;
    }>;
};

export type Message = {
    id: string;
    /**
     * The contact's phone number
     */
    contactId: string | null;
    contact: string;
    direction: 'inbound' | 'outbound';
    /**
     * Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages
     */
    sentBy: 'member' | 'program' | 'broadcast' | 'automation' | 'consent' | 'business_app' | null;
    type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
    status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    /**
     * The text, also of a message with buttons or a list; the rendered text of a template; or the title of the button or list entry that the customer chose
     */
    content: string | null;
    templateName: string | null;
    templateLanguage: string | null;
    /**
     * The template parameters, as sent
     */
    components: Array<{
        [key: string]: unknown;
    }> | null;
    /**
     * The address from which WhatsApp downloads the file of an outbound message
     */
    mediaUrl: string | null;
    /**
     * The text below an image, a video or a document
     */
    caption: string | null;
    /**
     * The file name of a document
     */
    filename: string | null;
    /**
     * The file, if this server stores it or is downloading it; null for a file sent as `mediaUrl`
     */
    media: Media | null;
    /**
     * The message that this one replies to
     */
    replyTo: string | null;
    reactions: Array<{
        /**
         * Who reacted: the customer (`inbound`) or we (`outbound`)
         */
        direction: 'inbound' | 'outbound';
        emoji: string;
        at: string;
    }>;
    platformId: string | null;
    error: MessageError | null;
    warnings: Array<'window_closed' | 'contact_unsubscribed' | 'channel_refused'>;
    /**
     * The message as WhatsApp sent it, for inbound types other than plain text. For a sent template: `rendered`, its text and buttons as the customer reads them. For a sent location, contact card or interactive message: what was sent, under the name of its type
     */
    payload: {
        [key: string]: unknown;
    } | null;
    /**
     * What an inbound message contains besides its text; also `location` and `cards` of those that you sent. Null for other outbound messages and plain text
     */
    inbound: InboundFacts | null;
    /**
     * Earlier versions of a message that the customer edited, oldest first
     */
    edits: Array<{
        content: string | null;
        caption: string | null;
        /**
         * When this version was replaced
         */
        at: string;
    }>;
    /**
     * When the customer last edited it
     */
    editedAt: string | null;
    /**
     * When the customer deleted it for everyone. The content is kept; do not show it unless the reader asks for it
     */
    revokedAt: string | null;
    /**
     * For a scheduled message: when it will be sent
     */
    createdAt: string;
    /**
     * The time that the message was scheduled for; null for one that was sent at once
     */
    sendAt: string | null;
    sentAt: string | null;
    deliveredAt: string | null;
    readAt: string | null;
    failedAt: string | null;
};

export type Media = {
    id: string;
    /**
     * `fetching`: being downloaded from WhatsApp; `failed`: the download failed, see `reason`; `expired`: WhatsApp no longer has the file
     */
    state: 'fetching' | 'ready' | 'failed' | 'expired';
    /**
     * The path of the file on this server, for requests with an API key that can read messages; null until the file is ready
     */
    url: string | null;
    mimeType: string;
    /**
     * Bytes; null while unknown
     */
    size: number | null;
    filename: string | null;
    /**
     * Of an image, upright, in pixels
     */
    width: number | null;
    height: number | null;
    /**
     * Why it failed
     */
    reason: string | null;
    /**
     * The code of `reason`; null for other texts
     */
    reasonCode: 'expired' | 'too_large' | 'not_given' | 'changed' | 'not_taken' | null;
    /**
     * The values in the sentence that belong to the code
     */
    reasonParams: {
        [key: string]: string;
    };
};

export type InboundFacts = {
    /**
     * For audio: true for a voice message, false for an audio file
     */
    voice: boolean | null;
    /**
     * For stickers
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
     * For type `contacts`: the contact cards
     */
    cards: Array<{
        name: string;
        organization: string | null;
        birthday: string | null;
        phones: Array<{
            phone: string;
            type: string | null;
            /**
             * Null: not on WhatsApp
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
         * A template button, a message button, a list entry or a completed form
         */
        kind: 'quick_reply' | 'button' | 'list' | 'form' | 'other';
        /**
         * The id that you gave the choice; for a template button, its payload
         */
        id: string | null;
        title: string | null;
        description: string | null;
        /**
         * The values that the customer entered
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
             * Price per item
             */
            price: number | null;
            currency: string | null;
        }>;
    } | null;
    /**
     * For type `system`: no person wrote it
     */
    system: {
        kind: 'number_changed' | 'user_id_changed' | 'identity_changed' | 'chat_opened' | 'call_answered' | 'call_missed' | 'other';
        /**
         * The previous number or id
         */
        from: string | null;
        /**
         * The new number or id
         */
        to: string | null;
        /**
         * How long an answered call lasted
         */
        seconds?: number;
    } | null;
    /**
     * The ad or post that the customer came from
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
         * The greeting that the ad showed
         */
        welcome: string | null;
    } | null;
    /**
     * Forwarded from another chat; `often`: many times
     */
    forwarded: 'once' | 'often' | null;
    /**
     * Written in a group, which others read too; an answer goes to the sender alone
     */
    group: {
        /**
         * WhatsApp’s id of the group
         */
        id: string;
    } | null;
    /**
     * The product that the customer asks about
     */
    product: {
        /**
         * The shop's own id for the product
         */
        productId: string;
        catalogId: string | null;
    } | null;
    unsupported: {
        /**
         * WhatsApp’s name for the type, if it gives one
         */
        kind: string;
        code: string | null;
        /**
         * Why the message cannot be shown
         */
        reason: string;
    } | null;
};

export type SendReaction = {
    /**
     * One emoji; null removes our reaction
     */
    emoji: string | null;
};

export type Template = {
    id: string;
    name: string;
    /**
     * WhatsApp’s language code, such as en or en_US
     */
    language: string;
    /**
     * WhatsApp’s status; only APPROVED templates can be sent
     */
    status: string;
    category: string;
    /**
     * The category before WhatsApp changed it
     */
    previousCategory: string | null;
    parameterFormat: 'POSITIONAL' | 'NAMED';
    /**
     * GREEN, YELLOW or RED; null: not known yet
     */
    quality: string | null;
    rejectedReason: string | null;
    /**
     * The components as WhatsApp returns them, including types that are unknown here
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

export type CreateTemplate = {
    name: string;
    language: string;
    category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
    /**
     * Whether variables are numbered, as in {{1}}, or have names, as in {{first_name}}
     */
    parameterFormat?: 'POSITIONAL' | 'NAMED';
    /**
     * In WhatsApp’s format, with a sample in `example` for each variable
     */
    components: Array<{
        type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS' | 'CAROUSEL' | 'LIMITED_TIME_OFFER';
        [key: string]: unknown;
    }>;
};

export type Upload = {
    /**
     * Send it as `mediaId`
     */
    id: string;
    /**
     * The type of message that it can be sent as
     */
    kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
    mimeType: string;
    /**
     * Bytes
     */
    size: number;
    /**
     * The digest of the bytes, as hexadecimal digits
     */
    sha256: string;
    filename: string | null;
    /**
     * A file that is not part of a message by then is deleted
     */
    expiresAt: string;
};

export type Broadcast = {
    id: string;
    name: string;
    status: 'scheduled' | 'running' | 'paused' | 'completed' | 'canceled';
    /**
     * Why it is paused: `requested`, or a limit of WhatsApp, the quality of the number, the template, the channel, an audience that has become too large (`too_large`), or an error of the server that repeated for several minutes (`server_error`)
     */
    pauseReason: 'requested' | 'platform_limit' | 'quality' | 'template' | 'not_connected' | 'too_large' | 'server_error' | null;
    template: {
        name: string;
        language: string;
        components: Array<{
            [key: string]: unknown;
        }>;
    };
    /**
     * Who it is for
     */
    audience: {
        kind: 'tag' | 'contacts' | 'all' | 'segment';
        tag: string | null;
        /**
         * The name that the segment had
         */
        segment: string | null;
    };
    sendAt: string | null;
    /**
     * The local time at which each person gets it
     */
    sendAtLocal: string | null;
    /**
     * Why nobody gets it right now although it is running. `recipient_time`: the remaining recipients are outside their sending hours, or before their local time. `daily_limit`: broadcasts have used their share of the messaging limit for 24 hours
     */
    wait: {
        reason: 'recipient_time' | 'daily_limit';
        until: string;
    } | null;
    /**
     * How fast it is sent when that is slower than usual; otherwise null. `quality`: WhatsApp does not rate the quality of the number as high
     */
    pace: {
        reason: 'quality';
        perMinute: number;
    } | null;
    counts: BroadcastCounts;
    createdAt: string;
    startedAt: string | null;
    /**
     * When WhatsApp had answered for everyone
     */
    completedAt: string | null;
};

export type BroadcastCounts = {
    /**
     * The people of the audience who get the message
     */
    recipients: number;
    /**
     * Recipients whose message is not queued yet
     */
    waiting: number;
    /**
     * Messages that wait for WhatsApp
     */
    queued: number;
    /**
     * Messages that WhatsApp accepted, with those delivered and read
     */
    sent: number;
    /**
     * Messages that arrived, with those read
     */
    delivered: number;
    read: number;
    failed: number;
    /**
     * Failed messages that `retry` would send again
     */
    retriable: number;
    /**
     * Recipients who wrote within three days after their message
     */
    replied: number;
    /**
     * People of the audience who get no message, by reason
     */
    excluded: {
        blocked: number;
        unsubscribed: number;
        no_phone: number;
        already_reached: number;
        missing_value: number;
        invalid_value: number;
        canceled: number;
    };
};

export type CreateBroadcast = {
    /**
     * Contacts that a broadcast of the same name has reached do not get this one
     */
    name: string;
    template: {
        name: string;
        language: string;
        /**
         * As when a template is sent to one person. A text can name the contact: `{{contact.first_name|there}}`; what follows the bar is used for contacts without a value. Also `contact.name`, `contact.phone`, `contact.email` and `contact.attributes.<key>`
         */
        components?: Array<TemplateComponent>;
    };
    audience: BroadcastAudience;
    /**
     * When it begins, within 30 days; at once when not given
     */
    sendAt?: string;
    /**
     * Instead of `sendAt`: the local time at which each person gets it, by the country or area code of their number. Where it has passed already, they get it on the next day at this time
     */
    sendAtLocal?: string;
};

export type BroadcastAudience = {
    /**
     * Contacts with this tag
     */
    tag: string;
} | {
    /**
     * Ids or phone numbers of contacts
     */
    contacts: Array<string>;
} | {
    /**
     * Contacts of this segment. Its filter is kept as it is now, and the contacts that match are determined when the broadcast begins
     */
    segmentId: string;
} | {
    /**
     * The same as `segmentId`, with the name of the filter of contacts
     */
    segment: string;
} | {
    /**
     * All contacts
     */
    all: true;
};

export type BroadcastRecipient = {
    contact: {
        id: string;
        name: string;
        phone: string | null;
    };
    result: 'waiting' | 'excluded' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed';
    /**
     * Why the person is excluded
     */
    reason: 'blocked' | 'unsubscribed' | 'no_phone' | 'already_reached' | 'missing_value' | 'invalid_value' | 'canceled' | null;
    /**
     * Why the message failed
     */
    error: MessageError | null;
    /**
     * `retry` would send the message again
     */
    canRetry: boolean;
    replied: boolean;
    conversationId: string | null;
    messageId: string | null;
};

export type Insights = {
    /**
     * That of the business hours; UTC without any
     */
    timeZone: string;
    /**
     * The first day
     */
    from: string;
    /**
     * The final day
     */
    to: string;
    /**
     * The period that it is compared with: as many days before it, up to the same time of day. For the current, incomplete hour, the same fraction of the earlier hour is counted
     */
    previous: {
        from: string;
        to: string;
    };
    /**
     * Whether earlier messages are still being counted; figures are too low until then
     */
    isBuilding: boolean;
    messagesReceived: InsightCount;
    /**
     * Without scheduled messages that wait
     */
    messagesSent: {
        value: number;
        /**
         * In the period before
         */
        previous: number;
    };
    /**
     * New conversations, and closed ones that were opened again
     */
    conversationsOpened: {
        value: number;
        /**
         * In the period before
         */
        previous: number;
    };
    conversationsClosed: InsightCount;
    /**
     * Reply windows that closed while the customer waited for an answer
     */
    windowsLost: {
        value: number;
        /**
         * In the period before
         */
        previous: number;
    };
    failedSends: InsightCount;
    /**
     * From the first message of a customer in a conversation to the first answer, in business hours
     */
    firstResponse: {
        /**
         * How many there were
         */
        count: number;
        /**
         * Half took at most this long, within 2.5%; null when there were none
         */
        medianSeconds: number | null;
        /**
         * Nine in ten took at most this long, within 2.5%; null when there were none
         */
        p90Seconds: number | null;
        previous: {
            /**
             * How many there were
             */
            count: number;
            /**
             * Half took at most this long, within 2.5%; null when there were none
             */
            medianSeconds: number | null;
            /**
             * Nine in ten took at most this long, within 2.5%; null when there were none
             */
            p90Seconds: number | null;
        };
    };
    /**
     * From the opening of a conversation to its closing, in business hours
     */
    resolution: {
        /**
         * How many there were
         */
        count: number;
        /**
         * Half took at most this long, within 2.5%; null when there were none
         */
        medianSeconds: number | null;
        /**
         * Nine in ten took at most this long, within 2.5%; null when there were none
         */
        p90Seconds: number | null;
        previous: {
            /**
             * How many there were
             */
            count: number;
            /**
             * Half took at most this long, within 2.5%; null when there were none
             */
            medianSeconds: number | null;
            /**
             * Nine in ten took at most this long, within 2.5%; null when there were none
             */
            p90Seconds: number | null;
        };
    };
    /**
     * Conversations that are open now, by the time since they were opened
     */
    open: Array<{
        age: 'under_1h' | 'under_4h' | 'under_1d' | 'under_3d' | 'under_7d' | 'over_7d';
        count: number;
        /**
         * Whether there are more: counting stops at 10,000
         */
        isCapped: boolean;
    }>;
    /**
     * Open conversations whose customer waits for an answer now
     */
    waiting: {
        count: number;
        /**
         * Whether there are more: counting stops at 10,000
         */
        isCapped: boolean;
        /**
         * Since when the one who has waited longest waits
         */
        since: string | null;
    };
    failedReasons: Array<{
        /**
         * As in the `error` of the message
         */
        code: string;
        value: number;
        previous: number;
    }>;
    /**
     * What each member did, by name
     */
    members: Array<{
        id: string;
        name: string;
        messagesSent: number;
        firstResponses: number;
        /**
         * Assigned and open now
         */
        openConversations: number;
    }>;
    /**
     * Those that began in the period, the 50 newest
     */
    broadcasts: Array<{
        id: string;
        name: string;
        status: 'scheduled' | 'running' | 'paused' | 'completed' | 'canceled';
        startedAt: string;
        recipients: number;
        sent: number;
        delivered: number;
        read: number;
        failed: number;
        replied: number;
    }>;
    /**
     * Used by inference keys and by the assistant in the inbox, by days in UTC
     */
    model: {
        requests: number;
        promptTokens: number;
        completionTokens: number;
        previous: {
            requests: number;
            promptTokens: number;
            completionTokens: number;
        };
    };
    interval: 'hour' | 'day';
    /**
     * The counts by hour, up to two days, or by day
     */
    points: Array<{
        start: string;
        messagesReceived: number;
        messagesSent: number;
        conversationsOpened: number;
        conversationsClosed: number;
        windowsLost: number;
        failedSends: number;
    }>;
};

export type InsightCount = {
    value: number;
    /**
     * In the period before
     */
    previous: number;
};

export type Conversation = {
    id: string;
    contact: {
        id: string;
        name: string;
        phone: string | null;
        status: ContactStatus;
        /**
         * Whether the contact wants marketing messages
         */
        marketing: 'subscribed' | 'unsubscribed' | 'unknown';
        blocked: boolean;
    };
    status: 'open' | 'snoozed' | 'closed';
    /**
     * When a snoozed conversation is open again
     */
    snoozedUntil: string | null;
    assignee: {
        id: string;
        name: string;
    } | null;
    labels: Array<{
        id: string;
        name: string;
        color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';
    }>;
    unreadCount: number;
    lastMessage: {
        id: string;
        direction: 'inbound' | 'outbound';
        type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
        status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
        preview: string;
        /**
         * The member who wrote it; null for the customer and for programs
         */
        author: {
            id: string;
            name: string;
        } | null;
        /**
         * Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages
         */
        sentBy: 'member' | 'program' | 'broadcast' | 'automation' | 'consent' | 'business_app' | null;
        createdAt: string;
    } | null;
    /**
     * When the customer wrote the first message that has no answer yet; null when there is none
     */
    waitingSince: string | null;
    /**
     * When we first answered since it was last opened
     */
    firstResponseAt: string | null;
    /**
     * Free text is allowed until this time; null if the customer has never written
     */
    windowExpiresAt: string | null;
    lastActivityAt: string;
    createdAt: string;
    updatedAt: string;
    /**
     * Until when the team wants to have answered: by its response targets and business hours. Null when nobody waits, or without a target
     */
    responseDueAt: string | null;
};

export type Note = {
    id: string;
    conversationId: string;
    /**
     * The contact of the conversation
     */
    contact: string;
    content: string;
    /**
     * The mentioned members; `@` and the name stand in the text
     */
    mentions: Array<{
        id: string;
        name: string;
    }>;
    /**
     * null: a program wrote it
     */
    author: {
        id: string;
        name: string;
    } | null;
    createdAt: string;
    /**
     * When its author last changed it; null: never
     */
    editedAt: string | null;
};

export type WebhookEndpoint = {
    id: string;
    url: string;
    description: string;
    events: Array<'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered' | '*'>;
    state: 'active' | 'failing' | 'paused' | 'disabled';
    /**
     * Why it is failing or disabled, in words
     */
    stateReason: string | null;
    /**
     * The code of `stateReason`
     */
    stateCause: 'http_error' | 'unauthorized' | 'not_found' | 'body_too_large' | 'redirect' | 'gone' | 'rate_limited' | 'overloaded' | 'timeout' | 'connect_timeout' | 'name_not_found' | 'refused' | 'reset' | 'unreachable' | 'broke_off' | 'certificate_expired' | 'certificate_untrusted' | 'certificate_name' | 'tls' | 'address_refused' | 'plain_http' | 'bad_answer' | 'headers_too_large' | null;
    /**
     * The HTTP status in `stateReason`
     */
    stateStatus: number | null;
    stateSince: string;
    /**
     * Time of the first undelivered event since the last successful delivery
     */
    failingSince: string | null;
    /**
     * After five failures in a row nothing is sent until this time; then one attempt at a time
     */
    restingUntil: string | null;
    /**
     * Undelivered events of any age, counted up to 10000; 0 while it is active
     */
    waiting: number;
    lastDelivery: {
        at: string;
        ok: boolean;
        milliseconds: number;
    } | null;
    /**
     * Custom headers; their values are not shown again
     */
    headers: Array<{
        name: string;
    }>;
    timeoutSeconds: number;
    maxPerSecond: number | null;
    apiVersion: string;
    createdAt: string;
};

export type CreatedWebhookEndpoint = {
    id: string;
    url: string;
    description: string;
    events: Array<'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered' | '*'>;
    state: 'active' | 'failing' | 'paused' | 'disabled';
    /**
     * Why it is failing or disabled, in words
     */
    stateReason: string | null;
    /**
     * The code of `stateReason`
     */
    stateCause: 'http_error' | 'unauthorized' | 'not_found' | 'body_too_large' | 'redirect' | 'gone' | 'rate_limited' | 'overloaded' | 'timeout' | 'connect_timeout' | 'name_not_found' | 'refused' | 'reset' | 'unreachable' | 'broke_off' | 'certificate_expired' | 'certificate_untrusted' | 'certificate_name' | 'tls' | 'address_refused' | 'plain_http' | 'bad_answer' | 'headers_too_large' | null;
    /**
     * The HTTP status in `stateReason`
     */
    stateStatus: number | null;
    stateSince: string;
    /**
     * Time of the first undelivered event since the last successful delivery
     */
    failingSince: string | null;
    /**
     * After five failures in a row nothing is sent until this time; then one attempt at a time
     */
    restingUntil: string | null;
    /**
     * Undelivered events of any age, counted up to 10000; 0 while it is active
     */
    waiting: number;
    lastDelivery: {
        at: string;
        ok: boolean;
        milliseconds: number;
    } | null;
    /**
     * Custom headers; their values are not shown again
     */
    headers: Array<{
        name: string;
    }>;
    timeoutSeconds: number;
    maxPerSecond: number | null;
    apiVersion: string;
    createdAt: string;
    /**
     * The key of the signatures: `whsec_` and 32 bytes in base64. Only this response has it; null when the response is a repeated one (`Idempotency-Replayed`), because secrets are not stored readably
     */
    secret: string | null;
};

export type SendTestEvent = {
    type?: 'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered';
};

export type Me = {
    workspace: {
        id: string;
        name: string;
    };
    key: {
        id: string;
        name: string;
        permissions: Array<'contacts:read' | 'contacts:write' | 'messages:read' | 'messages:send' | 'conversations:read' | 'conversations:write' | 'webhooks:manage' | 'broadcasts:send' | 'templates:manage' | 'insights:read'>;
        /**
         * The last 4 characters of the key
         */
        hint: string;
    };
    channel: {
        /**
         * `degraded`: WhatsApp is unreachable, and messages wait. `refused`: it rejects the credentials; messages wait until an admin enters new ones. The event `channel.updated` calls these states `platform_unreachable` and `credentials_refused`
         */
        state: 'connected' | 'degraded' | 'refused' | 'not_connected';
        /**
         * The connected number as WhatsApp writes it; null until it is known
         */
        phoneNumber: string | null;
        /**
         * What is wrong, in one sentence
         */
        problem: string | null;
    };
    /**
     * Requests a minute
     */
    limits: {
        keyPerMinute: number;
        workspacePerMinute: number;
    };
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
    status?: ContactStatus;
    /**
     * Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are
     */
    attributes?: {
        [key: string]: string | number | boolean | null;
    };
    marketing?: 'subscribed' | 'unsubscribed';
    blocked?: boolean;
};

export type UpdateContact = {
    name?: string;
    /**
     * A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.
     */
    phone?: string;
    email?: string | null;
    tags?: Array<string>;
    /**
     * Tags to add; the others stay
     */
    addTags?: Array<string>;
    /**
     * Tags to remove; the others stay
     */
    removeTags?: Array<string>;
    status?: ContactStatus;
    /**
     * Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are
     */
    attributes?: {
        [key: string]: string | number | boolean | null;
    };
    marketing?: 'subscribed' | 'unsubscribed';
    blocked?: boolean;
};

export type UpsertContact = {
    name?: string;
    email?: string | null;
    tags?: Array<string>;
    /**
     * Tags to add; the others stay
     */
    addTags?: Array<string>;
    /**
     * Tags to remove; the others stay
     */
    removeTags?: Array<string>;
    status?: ContactStatus;
    /**
     * Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are
     */
    attributes?: {
        [key: string]: string | number | boolean | null;
    };
    marketing?: 'subscribed' | 'unsubscribed';
    blocked?: boolean;
    /**
     * A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.
     */
    phone: string;
};

export type MessageError = {
    /**
     * A code of WhatsApp, which is a number; or why the message was never handed to WhatsApp: `send_expired`, `no_recipient`, `contact_blocked`, `contact_unsubscribed`, `already_reached`
     */
    code: string;
    /**
     * What went wrong and what to do, for people
     */
    message: string;
    /**
     * What WhatsApp says about it
     */
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
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    /**
     * What happened to the message
     */
    type: 'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    /**
     * Numbers the events `message.received` and `message.updated` of a conversation in order; other events have the number of the latest of these
     */
    conversationSeq: number;
    data: {
        message: Message;
        contact: Contact;
    };
};

export type ContactEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'contact.created' | 'contact.updated';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        contact: Contact;
    };
};

export type ContactDeletedEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'contact.deleted';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        contact: {
            id: string;
            /**
             * The contact that it was merged into, which has its data; null when it was deleted
             */
            mergedInto: string | null;
        };
    };
};

export type ConversationEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'conversation.updated';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        conversation: {
            id: string;
            contact: {
                id: string;
                name: string;
                phone: string | null;
                status: ContactStatus;
                /**
                 * Whether the contact wants marketing messages
                 */
                marketing: 'subscribed' | 'unsubscribed' | 'unknown';
                blocked: boolean;
            };
            status: 'open' | 'snoozed' | 'closed';
            /**
             * When a snoozed conversation is open again
             */
            snoozedUntil: string | null;
            assignee: {
                id: string;
                name: string;
            } | null;
            labels: Array<{
                id: string;
                name: string;
                color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';
            }>;
            unreadCount: number;
            lastMessage: {
                id: string;
                direction: 'inbound' | 'outbound';
                type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
                status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
                preview: string;
                /**
                 * The member who wrote it; null for the customer and for programs
                 */
                author: {
                    id: string;
                    name: string;
                } | null;
                /**
                 * Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages
                 */
                sentBy: 'member' | 'program' | 'broadcast' | 'automation' | 'consent' | 'business_app' | null;
                createdAt: string;
            } | null;
            /**
             * When the customer wrote the first message that has no answer yet; null when there is none
             */
            waitingSince: string | null;
            /**
             * When we first answered since it was last opened
             */
            firstResponseAt: string | null;
            /**
             * Free text is allowed until this time; null if the customer has never written
             */
            windowExpiresAt: string | null;
            lastActivityAt: string;
            createdAt: string;
            updatedAt: string;
        };
    };
};

export type ChannelEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'channel.updated';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        channel: {
            state: 'not_connected' | 'connected' | 'credentials_refused' | 'platform_unreachable';
            /**
             * Start of this state; null if the workspace was never connected
             */
            since: string | null;
            /**
             * What is wrong with the connection; null while it works
             */
            problem: string | null;
        };
    };
};

export type BroadcastEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'broadcast.completed';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        broadcast: Broadcast;
    };
};

export type AutomationEvent = {
    /**
     * The same in every attempt to deliver this event; use it to detect duplicates
     */
    id: string;
    type: 'automation.triggered';
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
     * Numbers the workspace's events in order
     */
    seq: number;
    data: {
        rule: {
            id: string;
            name: string;
        };
        /**
         * What started the rule
         */
        trigger: 'conversation_started' | 'keyword' | 'outside_hours' | 'label_added' | 'no_answer';
        /**
         * The message that started it; null for other causes
         */
        messageId: string | null;
        contact: Contact;
        conversation: {
            id: string;
            contact: {
                id: string;
                name: string;
                phone: string | null;
                status: ContactStatus;
                /**
                 * Whether the contact wants marketing messages
                 */
                marketing: 'subscribed' | 'unsubscribed' | 'unknown';
                blocked: boolean;
            };
            status: 'open' | 'snoozed' | 'closed';
            /**
             * When a snoozed conversation is open again
             */
            snoozedUntil: string | null;
            assignee: {
                id: string;
                name: string;
            } | null;
            labels: Array<{
                id: string;
                name: string;
                color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';
            }>;
            unreadCount: number;
            lastMessage: {
                id: string;
                direction: 'inbound' | 'outbound';
                type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
                status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
                preview: string;
                /**
                 * The member who wrote it; null for the customer and for programs
                 */
                author: {
                    id: string;
                    name: string;
                } | null;
                /**
                 * Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages
                 */
                sentBy: 'member' | 'program' | 'broadcast' | 'automation' | 'consent' | 'business_app' | null;
                createdAt: string;
            } | null;
            /**
             * When the customer wrote the first message that has no answer yet; null when there is none
             */
            waitingSince: string | null;
            /**
             * When we first answered since it was last opened
             */
            firstResponseAt: string | null;
            /**
             * Free text is allowed until this time; null if the customer has never written
             */
            windowExpiresAt: string | null;
            lastActivityAt: string;
            createdAt: string;
            updatedAt: string;
        };
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
                 * A public http or https address from which WhatsApp downloads the file
                 */
                link?: string;
                /**
                 * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
                 */
                id?: string;
            };
        } | {
            type: 'video';
            video: {
                /**
                 * A public http or https address from which WhatsApp downloads the file
                 */
                link?: string;
                /**
                 * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
                 */
                id?: string;
            };
        } | {
            type: 'document';
            document: {
                /**
                 * A public http or https address from which WhatsApp downloads the file
                 */
                link?: string;
                /**
                 * In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s
                 */
                id?: string;
                filename?: string;
            };
        } | {
            type: 'location';
            location: {
                latitude: number;
                longitude: number;
                name?: string;
                /**
                 * Shown under the name
                 */
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
     * The position of the button among all buttons of the template, from 0
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
     * The position of the button among all buttons of the template, from 0
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
     * The position of the button among all buttons of the template, from 0
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
     * The position of the button among all buttons of the template, from 0
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
} | {
    type: 'carousel';
    cards: Array<{
        card_index: number;
        components: Array<{
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
                        link?: unknown;
                        id?: unknown;
                    };
                } | {
                    type: 'video';
                    video: {
                        link?: unknown;
                        id?: unknown;
                    };
                } | {
                    type: 'document';
                    document: {
                        link?: unknown;
                        id?: unknown;
                        filename?: unknown;
                    };
                } | {
                    type: 'location';
                    location: {
                        latitude?: unknown;
                        longitude?: unknown;
                        name?: unknown;
                        address?: unknown;
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
                    fallback_value?: unknown;
                    code?: unknown;
                    amount_1000?: unknown;
                };
            } | {
                type: 'date_time';
                /**
                 * The variable it fills, in a template whose variables have names
                 */
                parameter_name?: string;
                date_time: {
                    fallback_value?: unknown;
                    [key: string]: unknown;
                };
            }>;
        } | {
            type: 'button';
            /**
             * The position of the button among all buttons of the template, from 0
             */
            index: number | string;
            sub_type: 'quick_reply';
            parameters: [
                {
                    type?: unknown;
                    payload?: unknown;
                }
            ];
        } | {
            type: 'button';
            /**
             * The position of the button among all buttons of the template, from 0
             */
            index: number | string;
            sub_type: 'url';
            parameters: [
                {
                    type?: unknown;
                    parameter_name?: unknown;
                    text?: unknown;
                }
            ];
        } | {
            type: 'button';
            /**
             * The position of the button among all buttons of the template, from 0
             */
            index: number | string;
            sub_type: 'copy_code';
            parameters: [
                {
                    type?: unknown;
                    coupon_code?: unknown;
                }
            ];
        } | {
            type: 'button';
            /**
             * The position of the button among all buttons of the template, from 0
             */
            index: number | string;
            sub_type: 'flow' | 'catalog' | 'mpm';
            parameters: [
                {
                    type?: unknown;
                    action?: unknown;
                }
            ];
        }>;
    }>;
} | {
    type: 'limited_time_offer';
    parameters: [
        {
            type: 'limited_time_offer';
            limited_time_offer: {
                /**
                 * When the offer ends, in Unix milliseconds
                 */
                expiration_time_ms: number;
            };
        }
    ];
};

export type EventConversation = {
    id: string;
    contact: {
        id: string;
        name: string;
        phone: string | null;
        status: 'cold' | 'warm' | 'hot' | 'customer';
        /**
         * Whether the contact wants marketing messages
         */
        marketing: 'subscribed' | 'unsubscribed' | 'unknown';
        blocked: boolean;
    };
    status: 'open' | 'snoozed' | 'closed';
    /**
     * When a snoozed conversation is open again
     */
    snoozedUntil: string | null;
    assignee: {
        id: string;
        name: string;
    } | null;
    labels: Array<{
        id: string;
        name: string;
        color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';
    }>;
    unreadCount: number;
    lastMessage: {
        id: string;
        direction: 'inbound' | 'outbound';
        type: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'template' | 'location' | 'contacts' | 'button' | 'interactive' | 'order' | 'system' | 'unsupported';
        status: 'scheduled' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
        preview: string;
        /**
         * The member who wrote it; null for the customer and for programs
         */
        author: {
            id: string;
            name: string;
        } | null;
        /**
         * Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages
         */
        sentBy: 'member' | 'program' | 'broadcast' | 'automation' | 'consent' | 'business_app' | null;
        createdAt: string;
    } | null;
    /**
     * When the customer wrote the first message that has no answer yet; null when there is none
     */
    waitingSince: string | null;
    /**
     * When we first answered since it was last opened
     */
    firstResponseAt: string | null;
    /**
     * Free text is allowed until this time; null if the customer has never written
     */
    windowExpiresAt: string | null;
    lastActivityAt: string;
    createdAt: string;
    updatedAt: string;
};

export type ContactsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Finds contacts whose name or phone number contains this text, whose email address begins with it, from its start or from the @ or after it, or that have a tag with exactly this name. One character is enough. Case, accents and other marks are ignored, ligatures and full-width letters match plain ones, and % and _ have no special meaning. A text that can be part of a phone number also matches numbers without its spaces, dots, dashes, parentheses and leading + (a 00 before a whole number counts as +). Newest first. `total` is exact up to 1,000, and then 1,000 with `totalIsCapped`: one or two characters nearly always match more, and take somewhat longer than a longer search.
         */
        search?: string;
        /**
         * Contacts with exactly this tag
         */
        tag?: string;
        /**
         * Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.
         */
        attribute?: string;
        status?: 'cold' | 'warm' | 'hot' | 'customer';
        /**
         * Contacts with this marketing consent
         */
        marketing?: 'subscribed' | 'unsubscribed' | 'unknown';
        /**
         * Only blocked contacts, or only others
         */
        blocked?: 'true' | 'false';
        /**
         * Only contacts with an email address, or only those without
         */
        hasEmail?: 'true' | 'false';
        /**
         * Contacts that were added in the last days, up to this number
         */
        addedWithinDays?: number;
        /**
         * Contacts who wrote in the last days, up to this number
         */
        seenWithinDays?: number;
        /**
         * Contacts who have not written for this many days, or never
         */
        notSeenForDays?: number;
        /**
         * Contacts of this segment; other parameters narrow it down further
         */
        segment?: string;
        /**
         * The contact with this number, in any spelling
         */
        phone?: string;
        /**
         * Contacts with this address; case is ignored
         */
        email?: string;
        /**
         * Contacts that were created or changed at this time or later, with the oldest change first: a contact that changes while you read the list appears again further on, and none is left out. To follow changes, start each time a few minutes before the last `updatedAt` that you have.
         */
        updatedSince?: string;
        /**
         * Page, from 1
         */
        page?: number;
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
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

export type ContactsTagsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/contact-tags';
};

export type ContactsTagsResponses = {
    /**
     * The tags in alphabetical order
     */
    200: {
        data: Array<string>;
    };
};

export type ContactsTagsResponse = ContactsTagsResponses[keyof ContactsTagsResponses];

export type ContactsFieldsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/contact-fields';
};

export type ContactsFieldsResponses = {
    /**
     * The fields by name
     */
    200: {
        data: Array<ContactField>;
    };
};

export type ContactsFieldsResponse = ContactsFieldsResponses[keyof ContactsFieldsResponses];

export type ContactsRemoveData = {
    body?: never;
    path: {
        /**
         * Its id or its phone number
         */
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
        /**
         * Its id or its phone number
         */
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
        /**
         * Its id or its phone number
         */
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

export type ContactsPutData = {
    body?: {
        name?: string;
        email?: string | null;
        tags?: Array<string>;
        /**
         * Tags to add; the others stay
         */
        addTags?: Array<string>;
        /**
         * Tags to remove; the others stay
         */
        removeTags?: Array<string>;
        status?: ContactStatus;
        /**
         * Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are
         */
        attributes?: {
            [key: string]: string | number | boolean | null;
        };
        marketing?: 'subscribed' | 'unsubscribed';
        blocked?: boolean;
    };
    path: {
        /**
         * Its id or its phone number
         */
        id: string;
    };
    query?: never;
    url: '/contacts/{id}';
};

export type ContactsPutResponses = {
    /**
     * The contact as it is now
     */
    200: Contact;
    /**
     * The new contact
     */
    201: Contact;
};

export type ContactsPutResponse = ContactsPutResponses[keyof ContactsPutResponses];

export type ContactsBatchData = {
    body: {
        contacts: Array<UpsertContact>;
    };
    path?: never;
    query?: never;
    url: '/contacts/batch';
};

export type ContactsBatchResponses = {
    /**
     * What became of each contact, in the order of the request
     */
    200: {
        results: Array<{
            /**
             * The place in the batch, from 0
             */
            index: number;
            status: 'created' | 'updated' | 'failed';
            /**
             * Null when it failed
             */
            contactId: string | null;
            /**
             * Why it failed: the problems of this contact alone
             */
            error: {
                code: string;
                message: string;
                details: Array<{
                    path: string;
                    message: string;
                }>;
            } | null;
        }>;
    };
};

export type ContactsBatchResponse = ContactsBatchResponses[keyof ContactsBatchResponses];

export type ContactsMergeData = {
    body: MergeContact;
    path: {
        /**
         * Its id or its phone number
         */
        id: string;
    };
    query?: never;
    url: '/contacts/{id}/merge';
};

export type ContactsMergeResponses = {
    /**
     * The contact that stays, with what it has now
     */
    200: Contact;
};

export type ContactsMergeResponse = ContactsMergeResponses[keyof ContactsMergeResponses];

export type ContactsUndoMergeData = {
    body?: never;
    path: {
        /**
         * The id of the merged contact
         */
        id: string;
    };
    query?: never;
    url: '/contacts/{id}/merge/undo';
};

export type ContactsUndoMergeResponses = {
    /**
     * The contact that is created again, with what it had
     */
    200: Contact;
};

export type ContactsUndoMergeResponse = ContactsUndoMergeResponses[keyof ContactsUndoMergeResponses];

export type SegmentsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/segments';
};

export type SegmentsListResponses = {
    /**
     * All segments, by name
     */
    200: {
        data: Array<Segment>;
    };
};

export type SegmentsListResponse = SegmentsListResponses[keyof SegmentsListResponses];

export type SegmentsCreateData = {
    body: CreateSegment;
    path?: never;
    query?: never;
    url: '/segments';
};

export type SegmentsCreateResponses = {
    /**
     * The segment
     */
    201: Segment;
};

export type SegmentsCreateResponse = SegmentsCreateResponses[keyof SegmentsCreateResponses];

export type SegmentsRemoveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/segments/{id}';
};

export type SegmentsRemoveResponses = {
    /**
     * What was deleted
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type SegmentsRemoveResponse = SegmentsRemoveResponses[keyof SegmentsRemoveResponses];

export type SegmentsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/segments/{id}';
};

export type SegmentsGetResponses = {
    /**
     * The segment
     */
    200: Segment;
};

export type SegmentsGetResponse = SegmentsGetResponses[keyof SegmentsGetResponses];

export type SegmentsUpdateData = {
    body: UpdateSegment;
    path: {
        id: string;
    };
    query?: never;
    url: '/segments/{id}';
};

export type SegmentsUpdateResponses = {
    /**
     * The segment
     */
    200: Segment;
};

export type SegmentsUpdateResponse = SegmentsUpdateResponses[keyof SegmentsUpdateResponses];

export type SegmentsCountData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/segments/{id}/count';
};

export type SegmentsCountResponses = {
    /**
     * How many contacts match its filter now
     */
    200: {
        /**
         * 1,000,000 stands for that number or more
         */
        contacts: number;
    };
};

export type SegmentsCountResponse = SegmentsCountResponses[keyof SegmentsCountResponses];

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

export type MessagesCancelData = {
    body?: never;
    path: {
        /**
         * The id of the message
         */
        contactPhone: string;
    };
    query?: never;
    url: '/messages/{contactPhone}';
};

export type MessagesCancelResponses = {
    /**
     * What was deleted
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type MessagesCancelResponse = MessagesCancelResponses[keyof MessagesCancelResponses];

export type MessagesHistoryData = {
    body?: never;
    path: {
        /**
         * The contact’s phone number or id; or the id of a message: the response is then that message alone, or 404 `message_not_found`
         */
        contactPhone: string;
    };
    query?: {
        /**
         * Page, from 1
         */
        page?: number;
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
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

export type MessagesChangesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Finds messages with all of these words in their text, caption or file name. Case and accents are ignored; from three letters on, the beginning of a word is enough. A page may have fewer messages than `limit`, or none, and still have more after it
         */
        search?: string;
        /**
         * The time to begin at; without it and a cursor, the earliest change that is kept
         */
        since?: string;
        /**
         * The time to end before
         */
        until?: string;
        /**
         * The `cursor` of the previous response
         */
        cursor?: string;
        direction?: 'inbound' | 'outbound';
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
    };
    url: '/messages';
};

export type MessagesChangesResponses = {
    /**
     * Messages in the order of their changes, and where to continue
     */
    200: {
        data: Array<Message>;
        /**
         * Where the next request continues
         */
        cursor: string;
        /**
         * Whether there is more after these already
         */
        hasMore: boolean;
        /**
         * Contacts that were merged into another one in these changes. All their messages belong to that contact now; the messages are not listed in `data` because of it. Empty with `search`
         */
        merges: Array<{
            contact: string;
            into: string;
        }>;
        /**
         * Contacts whose merge was undone in these changes. Some of the messages of `from` belong to `contact` again: read the history of both. Empty with `search`
         */
        splits: Array<{
            contact: string;
            from: string;
        }>;
        /**
         * What was deleted in these changes: delete what you have of it. Empty lists with `search`
         */
        deletions: {
            /**
             * With all their messages
             */
            contacts: Array<string>;
            /**
             * Scheduled messages that were canceled
             */
            messages: Array<string>;
        };
    };
};

export type MessagesChangesResponse = MessagesChangesResponses[keyof MessagesChangesResponses];

export type MessagesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/messages/{id}/details';
};

export type MessagesGetResponses = {
    /**
     * The message
     */
    200: Message;
};

export type MessagesGetResponse = MessagesGetResponses[keyof MessagesGetResponses];

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
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
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

export type TemplatesCreateData = {
    body: CreateTemplate;
    path?: never;
    query?: never;
    url: '/templates';
};

export type TemplatesCreateResponses = {
    /**
     * The template, which WhatsApp reviews
     */
    201: Template;
};

export type TemplatesCreateResponse = TemplatesCreateResponses[keyof TemplatesCreateResponses];

export type TemplatesRemoveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/templates/{id}';
};

export type TemplatesRemoveResponses = {
    /**
     * What was deleted
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type TemplatesRemoveResponse = TemplatesRemoveResponses[keyof TemplatesRemoveResponses];

export type MediaUploadData = {
    /**
     * The bytes of the file
     */
    body: Blob | File;
    path?: never;
    query?: {
        /**
         * The name that the customer sees of a document
         */
        filename?: string;
    };
    url: '/media';
};

export type MediaUploadResponses = {
    /**
     * The file, for one message
     */
    201: Upload;
};

export type MediaUploadResponse = MediaUploadResponses[keyof MediaUploadResponses];

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
     * With `Accept: application/json`: the file, with an address that needs no key and the time at which that address expires
     */
    200: {
        id: string;
        /**
         * `fetching`: being downloaded from WhatsApp; `failed`: the download failed, see `reason`; `expired`: WhatsApp no longer has the file
         */
        state: 'fetching' | 'ready' | 'failed' | 'expired';
        /**
         * The address of the file, valid until `expiresAt`; it needs no key
         */
        url: string;
        mimeType: string;
        /**
         * Bytes; null while unknown
         */
        size: number | null;
        filename: string | null;
        /**
         * Of an image, upright, in pixels
         */
        width: number | null;
        height: number | null;
        /**
         * Why it failed
         */
        reason: string | null;
        /**
         * The code of `reason`; null for other texts
         */
        reasonCode: 'expired' | 'too_large' | 'not_given' | 'changed' | 'not_taken' | null;
        /**
         * The values in the sentence that belong to the code
         */
        reasonParams: {
            [key: string]: string;
        };
        /**
         * The address of a thumbnail, if there is one
         */
        thumbnailUrl: string | null;
        expiresAt: string;
    };
};

export type MediaGetResponse = MediaGetResponses[keyof MediaGetResponses];

export type BroadcastsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
         */
        cursor?: string;
    };
    url: '/broadcasts';
};

export type BroadcastsListResponses = {
    /**
     * A page of the broadcasts
     */
    200: {
        data: Array<Broadcast>;
        nextCursor: string | null;
    };
};

export type BroadcastsListResponse = BroadcastsListResponses[keyof BroadcastsListResponses];

export type BroadcastsCreateData = {
    body: CreateBroadcast;
    path?: never;
    query?: never;
    url: '/broadcasts';
};

export type BroadcastsCreateResponses = {
    /**
     * The broadcast
     */
    201: Broadcast;
};

export type BroadcastsCreateResponse = BroadcastsCreateResponses[keyof BroadcastsCreateResponses];

export type BroadcastsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/broadcasts/{id}';
};

export type BroadcastsGetResponses = {
    /**
     * The broadcast
     */
    200: Broadcast;
};

export type BroadcastsGetResponse = BroadcastsGetResponses[keyof BroadcastsGetResponses];

export type BroadcastsRecipientsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * `replied`: those who wrote within three days after their message; `included`: all who were not excluded; `received`: those to whom it was delivered, also if they have read it
         */
        result?: 'waiting' | 'excluded' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'replied' | 'included' | 'received';
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
         */
        cursor?: string;
    };
    url: '/broadcasts/{id}/recipients';
};

export type BroadcastsRecipientsResponses = {
    /**
     * A page of the people
     */
    200: {
        data: Array<BroadcastRecipient>;
        nextCursor: string | null;
    };
};

export type BroadcastsRecipientsResponse = BroadcastsRecipientsResponses[keyof BroadcastsRecipientsResponses];

export type BroadcastsPauseData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/broadcasts/{id}/pause';
};

export type BroadcastsPauseResponses = {
    /**
     * The paused broadcast
     */
    200: Broadcast;
};

export type BroadcastsPauseResponse = BroadcastsPauseResponses[keyof BroadcastsPauseResponses];

export type BroadcastsResumeData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/broadcasts/{id}/resume';
};

export type BroadcastsResumeResponses = {
    /**
     * The broadcast
     */
    200: Broadcast;
};

export type BroadcastsResumeResponse = BroadcastsResumeResponses[keyof BroadcastsResumeResponses];

export type BroadcastsCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/broadcasts/{id}/cancel';
};

export type BroadcastsCancelResponses = {
    /**
     * The canceled broadcast
     */
    200: Broadcast;
};

export type BroadcastsCancelResponse = BroadcastsCancelResponses[keyof BroadcastsCancelResponses];

export type BroadcastsRetryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/broadcasts/{id}/retry';
};

export type BroadcastsRetryResponses = {
    /**
     * The broadcast
     */
    200: Broadcast;
};

export type BroadcastsRetryResponse = BroadcastsRetryResponses[keyof BroadcastsRetryResponses];

export type InsightsGetData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * First day, in the time zone of the workspace
         */
        from?: string;
        /**
         * Until this day; today if not given
         */
        to?: string;
        /**
         * Number of days up to and including `to`, instead of `from`; 7 if neither is given
         */
        days?: number;
    };
    url: '/insights';
};

export type InsightsGetResponses = {
    /**
     * The figures
     */
    200: Insights;
};

export type InsightsGetResponse = InsightsGetResponses[keyof InsightsGetResponses];

export type ConversationsListData = {
    body?: never;
    path?: never;
    query?: {
        status?: 'open' | 'snoozed' | 'closed';
        /**
         * The id of a member; `none`: nobody is assigned
         */
        assignee?: string;
        label?: string;
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
         */
        cursor?: string;
    };
    url: '/conversations';
};

export type ConversationsListResponses = {
    /**
     * One page of conversations, those with the latest activity first
     */
    200: {
        data: Array<Conversation>;
        pagination: {
            limit: number;
            nextCursor: string | null;
        };
    };
};

export type ConversationsListResponse = ConversationsListResponses[keyof ConversationsListResponses];

export type ConversationsGetData = {
    body?: never;
    path: {
        /**
         * Its id, or the id or the phone number of its contact
         */
        id: string;
    };
    query?: never;
    url: '/conversations/{id}';
};

export type ConversationsGetResponses = {
    /**
     * The conversation
     */
    200: Conversation;
};

export type ConversationsGetResponse = ConversationsGetResponses[keyof ConversationsGetResponses];

export type ConversationsChangeData = {
    body: {
        status?: 'open' | 'snoozed' | 'closed';
        /**
         * Required with the status `snoozed`, and only then
         */
        snoozedUntil?: string;
        /**
         * null: nobody
         */
        assigneeId?: string | null;
        /**
         * All labels that it then has; without `addLabels` and `removeLabels`
         */
        labels?: Array<string>;
        addLabels?: Array<string>;
        removeLabels?: Array<string>;
        /**
         * Marks it as unread
         */
        unread?: true;
    };
    path: {
        /**
         * Its id, or the id or the phone number of its contact
         */
        id: string;
    };
    query?: never;
    url: '/conversations/{id}';
};

export type ConversationsChangeResponses = {
    /**
     * The conversation as it is now
     */
    200: Conversation;
};

export type ConversationsChangeResponse = ConversationsChangeResponses[keyof ConversationsChangeResponses];

export type ConversationsNotesData = {
    body?: never;
    path: {
        /**
         * Its id, or the id or the phone number of its contact
         */
        id: string;
    };
    query?: {
        /**
         * Items per page; more than 100 counts as 100
         */
        limit?: number;
        /**
         * The nextCursor of the previous page
         */
        cursor?: string;
    };
    url: '/conversations/{id}/notes';
};

export type ConversationsNotesResponses = {
    /**
     * One page of notes, the newest first
     */
    200: {
        data: Array<Note>;
        pagination: {
            limit: number;
            nextCursor: string | null;
        };
    };
};

export type ConversationsNotesResponse = ConversationsNotesResponses[keyof ConversationsNotesResponses];

export type ConversationsAddNoteData = {
    body: {
        content: string;
        mentions?: Array<string>;
    };
    path: {
        /**
         * Its id, or the id or the phone number of its contact
         */
        id: string;
    };
    query?: never;
    url: '/conversations/{id}/notes';
};

export type ConversationsAddNoteResponses = {
    /**
     * The new note
     */
    201: Note;
};

export type ConversationsAddNoteResponse = ConversationsAddNoteResponses[keyof ConversationsAddNoteResponses];

export type ConversationsRemoveNoteData = {
    body?: never;
    path: {
        /**
         * The id of the note
         */
        id: string;
    };
    query?: never;
    url: '/notes/{id}';
};

export type ConversationsRemoveNoteResponses = {
    /**
     * The id of the deleted note
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type ConversationsRemoveNoteResponse = ConversationsRemoveNoteResponses[keyof ConversationsRemoveNoteResponses];

export type ConversationsChangeNoteData = {
    body: {
        content: string;
        mentions?: Array<string>;
    };
    path: {
        /**
         * The id of the note
         */
        id: string;
    };
    query?: never;
    url: '/notes/{id}';
};

export type ConversationsChangeNoteResponses = {
    /**
     * The changed note
     */
    200: Note;
};

export type ConversationsChangeNoteResponse = ConversationsChangeNoteResponses[keyof ConversationsChangeNoteResponses];

export type LabelsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/labels';
};

export type LabelsListResponses = {
    /**
     * All labels of the workspace
     */
    200: {
        data: Array<{
            id: string;
            name: string;
            color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';
        }>;
    };
};

export type LabelsListResponse = LabelsListResponses[keyof LabelsListResponses];

export type MembersListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/members';
};

export type MembersListResponses = {
    /**
     * All members of the workspace, with their names, their roles, and whether they are away
     */
    200: {
        data: Array<{
            id: string;
            name: string;
            role: 'owner' | 'admin' | 'staff';
            /**
             * They take no new conversations
             */
            isAway: boolean;
        }>;
    };
};

export type MembersListResponse = MembersListResponses[keyof MembersListResponses];

export type WebhookEndpointsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/webhook-endpoints';
};

export type WebhookEndpointsListResponses = {
    /**
     * The webhook endpoints
     */
    200: {
        data: Array<WebhookEndpoint>;
    };
};

export type WebhookEndpointsListResponse = WebhookEndpointsListResponses[keyof WebhookEndpointsListResponses];

export type WebhookEndpointsCreateData = {
    body: {
        url: string;
        description?: string;
        events?: Array<'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered' | '*'>;
        headers?: Array<{
            name: string;
            /**
             * Omit it in an update to keep the stored value
             */
            value?: string;
        }>;
        timeoutSeconds?: number;
        maxPerSecond?: number | null;
    };
    path?: never;
    query?: never;
    url: '/webhook-endpoints';
};

export type WebhookEndpointsCreateResponses = {
    /**
     * The new endpoint, with its secret
     */
    201: CreatedWebhookEndpoint;
};

export type WebhookEndpointsCreateResponse = WebhookEndpointsCreateResponses[keyof WebhookEndpointsCreateResponses];

export type WebhookEndpointsRemoveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/webhook-endpoints/{id}';
};

export type WebhookEndpointsRemoveResponses = {
    /**
     * What was deleted
     */
    200: {
        id: string;
        deleted: true;
    };
};

export type WebhookEndpointsRemoveResponse = WebhookEndpointsRemoveResponses[keyof WebhookEndpointsRemoveResponses];

export type WebhookEndpointsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/webhook-endpoints/{id}';
};

export type WebhookEndpointsGetResponses = {
    /**
     * The endpoint
     */
    200: WebhookEndpoint;
};

export type WebhookEndpointsGetResponse = WebhookEndpointsGetResponses[keyof WebhookEndpointsGetResponses];

export type WebhookEndpointsUpdateData = {
    body: {
        url?: string;
        description?: string;
        events?: Array<'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered' | '*'>;
        headers?: Array<{
            name: string;
            /**
             * Omit it in an update to keep the stored value
             */
            value?: string;
        }>;
        timeoutSeconds?: number;
        maxPerSecond?: number | null;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/webhook-endpoints/{id}';
};

export type WebhookEndpointsUpdateResponses = {
    /**
     * The endpoint as it is now
     */
    200: WebhookEndpoint;
};

export type WebhookEndpointsUpdateResponse = WebhookEndpointsUpdateResponses[keyof WebhookEndpointsUpdateResponses];

export type WebhookEndpointsTestData = {
    body?: SendTestEvent;
    path: {
        id: string;
    };
    query?: never;
    url: '/webhook-endpoints/{id}/test';
};

export type WebhookEndpointsTestResponses = {
    /**
     * The test event waits to be sent
     */
    201: {
        /**
         * The id of the delivery
         */
        id: string;
        /**
         * The `id` of the event, also its `webhook-id`
         */
        eventId: string;
        type: 'message.received' | 'message.updated' | 'message.created' | 'message.edited' | 'message.deleted' | 'message.reaction' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'conversation.updated' | 'channel.updated' | 'broadcast.completed' | 'automation.triggered';
    };
};

export type WebhookEndpointsTestResponse = WebhookEndpointsTestResponses[keyof WebhookEndpointsTestResponses];

export type MeGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/me';
};

export type MeGetResponses = {
    /**
     * What the key belongs to, and may do
     */
    200: Me;
};

export type MeGetResponse = MeGetResponses[keyof MeGetResponses];

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

export type WebhookMessageCreatedWebhookPayload = WebhookEvent;

export type WebhookMessageCreatedWebhookRequest = {
    body: WebhookMessageCreatedWebhookPayload;
    key: 'message.created';
    path?: never;
    query?: never;
};

export type WebhookMessageEditedWebhookPayload = WebhookEvent;

export type WebhookMessageEditedWebhookRequest = {
    body: WebhookMessageEditedWebhookPayload;
    key: 'message.edited';
    path?: never;
    query?: never;
};

export type WebhookMessageDeletedWebhookPayload = WebhookEvent;

export type WebhookMessageDeletedWebhookRequest = {
    body: WebhookMessageDeletedWebhookPayload;
    key: 'message.deleted';
    path?: never;
    query?: never;
};

export type WebhookMessageReactionWebhookPayload = WebhookEvent;

export type WebhookMessageReactionWebhookRequest = {
    body: WebhookMessageReactionWebhookPayload;
    key: 'message.reaction';
    path?: never;
    query?: never;
};

export type WebhookContactCreatedWebhookPayload = ContactEvent;

export type WebhookContactCreatedWebhookRequest = {
    body: WebhookContactCreatedWebhookPayload;
    key: 'contact.created';
    path?: never;
    query?: never;
};

export type WebhookContactUpdatedWebhookPayload = ContactEvent;

export type WebhookContactUpdatedWebhookRequest = {
    body: WebhookContactUpdatedWebhookPayload;
    key: 'contact.updated';
    path?: never;
    query?: never;
};

export type WebhookContactDeletedWebhookPayload = ContactDeletedEvent;

export type WebhookContactDeletedWebhookRequest = {
    body: WebhookContactDeletedWebhookPayload;
    key: 'contact.deleted';
    path?: never;
    query?: never;
};

export type WebhookConversationUpdatedWebhookPayload = ConversationEvent;

export type WebhookConversationUpdatedWebhookRequest = {
    body: WebhookConversationUpdatedWebhookPayload;
    key: 'conversation.updated';
    path?: never;
    query?: never;
};

export type WebhookChannelUpdatedWebhookPayload = ChannelEvent;

export type WebhookChannelUpdatedWebhookRequest = {
    body: WebhookChannelUpdatedWebhookPayload;
    key: 'channel.updated';
    path?: never;
    query?: never;
};

export type WebhookBroadcastCompletedWebhookPayload = BroadcastEvent;

export type WebhookBroadcastCompletedWebhookRequest = {
    body: WebhookBroadcastCompletedWebhookPayload;
    key: 'broadcast.completed';
    path?: never;
    query?: never;
};

export type WebhookAutomationTriggeredWebhookPayload = AutomationEvent;

export type WebhookAutomationTriggeredWebhookRequest = {
    body: WebhookAutomationTriggeredWebhookPayload;
    key: 'automation.triggered';
    path?: never;
    query?: never;
};

/**
 * The body of any webhook: `type` says which.
 */
export type AnyWebhookEvent =
    | WebhookEvent
    | ContactEvent
    | ContactDeletedEvent
    | ConversationEvent
    | ChannelEvent
    | BroadcastEvent
    | AutomationEvent;
