// Made by scripts/client.mjs from the contract. Do not edit.

import { segment } from '../segment.ts';
import type { CallOptions, PostOptions, Send } from '../send.ts';
import { walk } from '../walk.ts';
import type {
  BroadcastsCancelResponse,
  BroadcastsCreateData,
  BroadcastsCreateResponse,
  BroadcastsGetResponse,
  BroadcastsListData,
  BroadcastsListResponse,
  BroadcastsPauseResponse,
  BroadcastsRecipientsData,
  BroadcastsRecipientsResponse,
  BroadcastsResumeResponse,
  BroadcastsRetryResponse,
  ContactsBatchData,
  ContactsBatchResponse,
  ContactsCreateData,
  ContactsCreateResponse,
  ContactsFieldsResponse,
  ContactsGetResponse,
  ContactsListData,
  ContactsListResponse,
  ContactsMergeData,
  ContactsMergeResponse,
  ContactsPutData,
  ContactsPutResponse,
  ContactsRemoveResponse,
  ContactsTagsResponse,
  ContactsUndoMergeResponse,
  ContactsUpdateData,
  ContactsUpdateResponse,
  ConversationsAddNoteData,
  ConversationsAddNoteResponse,
  ConversationsChangeData,
  ConversationsChangeNoteData,
  ConversationsChangeNoteResponse,
  ConversationsChangeResponse,
  ConversationsGetResponse,
  ConversationsListData,
  ConversationsListResponse,
  ConversationsNotesData,
  ConversationsNotesResponse,
  ConversationsRemoveNoteResponse,
  InsightsGetData,
  InsightsGetResponse,
  LabelsListResponse,
  MeGetResponse,
  MediaGetResponse,
  MediaUploadData,
  MediaUploadResponse,
  MembersListResponse,
  MessagesCancelResponse,
  MessagesChangesData,
  MessagesChangesResponse,
  MessagesGetResponse,
  MessagesHistoryData,
  MessagesHistoryResponse,
  MessagesMarkReadResponse,
  MessagesReactData,
  MessagesReactResponse,
  MessagesSendData,
  MessagesSendResponse,
  SegmentsCountResponse,
  SegmentsCreateData,
  SegmentsCreateResponse,
  SegmentsGetResponse,
  SegmentsListResponse,
  SegmentsRemoveResponse,
  SegmentsUpdateData,
  SegmentsUpdateResponse,
  TemplatesCreateData,
  TemplatesCreateResponse,
  TemplatesListData,
  TemplatesListResponse,
  TemplatesRemoveResponse,
  WebhookEndpointsCreateData,
  WebhookEndpointsCreateResponse,
  WebhookEndpointsGetResponse,
  WebhookEndpointsListResponse,
  WebhookEndpointsRemoveResponse,
  WebhookEndpointsTestData,
  WebhookEndpointsTestResponse,
  WebhookEndpointsUpdateData,
  WebhookEndpointsUpdateResponse,
} from './types.ts';

/** One template to many contacts. Everyone of the audience gets it once, or is listed with the reason. */
export function broadcasts(send: Send) {
  return {
    /** List broadcasts. Newest first. Their counts are some seconds old. */
    list: (
      query: BroadcastsListData['query'] = {},
      options: CallOptions = {},
    ): Promise<BroadcastsListResponse> => send({ method: 'GET', path: '/broadcasts', query }, options),
    /** List broadcasts. Newest first. Their counts are some seconds old. Iterates over all items and fetches them page by page. */
    listAll: (
      query: Omit<NonNullable<BroadcastsListData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<BroadcastsListResponse['data'][number], void, undefined> =>
      walk((cursor) => send<BroadcastsListResponse>({ method: 'GET', path: '/broadcasts', query: { limit: 100, ...query, cursor } }, options)),
    /** Send a template to many contacts. Up to 100,000 people; one whose audience has more when it begins is paused (`too_large`). Contacts who are blocked, have unsubscribed from marketing, have no phone number that can get messages (no number, or that of a simulated customer), or were reached by a broadcast of the same name do not get it. All other messages go out before those of a broadcast. A workspace can have 20 broadcasts that have not ended. */
    create: (
      body: BroadcastsCreateData['body'],
      options: PostOptions = {},
    ): Promise<BroadcastsCreateResponse> => send({ method: 'POST', path: '/broadcasts', body }, options),
    /** Get a broadcast and its counts */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<BroadcastsGetResponse> => send({ method: 'GET', path: `/broadcasts/${segment('id', id)}` }, options),
    /** List recipients and their results. In the order in which the contacts were added. Contacts that were deleted are not listed. */
    recipients: (
      id: string,
      query: BroadcastsRecipientsData['query'] = {},
      options: CallOptions = {},
    ): Promise<BroadcastsRecipientsResponse> => send({ method: 'GET', path: `/broadcasts/${segment('id', id)}/recipients`, query }, options),
    /** List recipients and their results. In the order in which the contacts were added. Contacts that were deleted are not listed. Iterates over all items and fetches them page by page. */
    recipientsAll: (
      id: string,
      query: Omit<NonNullable<BroadcastsRecipientsData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<BroadcastsRecipientsResponse['data'][number], void, undefined> =>
      walk((cursor) => send<BroadcastsRecipientsResponse>({ method: 'GET', path: `/broadcasts/${segment('id', id)}/recipients`, query: { limit: 100, ...query, cursor } }, options)),
    /** Pause a broadcast. Up to 100 messages that are queued already still go out. */
    pause: (
      id: string,
      options: PostOptions = {},
    ): Promise<BroadcastsPauseResponse> => send({ method: 'POST', path: `/broadcasts/${segment('id', id)}/pause` }, options),
    /** Resume a paused broadcast. Sending continues where it was paused. */
    resume: (
      id: string,
      options: PostOptions = {},
    ): Promise<BroadcastsResumeResponse> => send({ method: 'POST', path: `/broadcasts/${segment('id', id)}/resume` }, options),
    /** Cancel a broadcast. Those who have no message yet get none. Up to 100 messages that are queued already still go out. */
    cancel: (
      id: string,
      options: PostOptions = {},
    ): Promise<BroadcastsCancelResponse> => send({ method: 'POST', path: `/broadcasts/${segment('id', id)}/cancel` }, options),
    /** Send failed messages again. Only those whose failure may pass: outages, limits, a paused template. The others stay failed, and so do contacts who have unsubscribed or were blocked since. A broadcast that had ended then counts as one that has not. */
    retry: (
      id: string,
      options: PostOptions = {},
    ): Promise<BroadcastsRetryResponse> => send({ method: 'POST', path: `/broadcasts/${segment('id', id)}/retry` }, options),
  };
}

/** Customer records: name, phone number, email address, tags, and how warm the lead is. */
export function contacts(send: Send) {
  return {
    /** List contacts. The newest contact first; with `updatedSince`, the oldest change first. */
    list: (
      query: ContactsListData['query'] = {},
      options: CallOptions = {},
    ): Promise<ContactsListResponse> => send({ method: 'GET', path: '/contacts', query }, options),
    /** List contacts. The newest contact first; with `updatedSince`, the oldest change first. Iterates over all items and fetches them page by page. */
    listAll: (
      query: Omit<NonNullable<ContactsListData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<ContactsListResponse['data'][number], void, undefined> =>
      walk((cursor) => send<ContactsListResponse>({ method: 'GET', path: '/contacts', query: { limit: 100, ...query, cursor } }, options)),
    /** Create a contact */
    create: (
      body: ContactsCreateData['body'],
      options: PostOptions = {},
    ): Promise<ContactsCreateResponse> => send({ method: 'POST', path: '/contacts', body }, options),
    /** List the tags of contacts. Every tag that a contact has, in alphabetical order. At most 500. */
    tags: (
      options: CallOptions = {},
    ): Promise<ContactsTagsResponse> => send({ method: 'GET', path: '/contact-tags' }, options),
    /** List the custom fields of contacts. They are defined in the dashboard, under Settings. At most 50. */
    fields: (
      options: CallOptions = {},
    ): Promise<ContactsFieldsResponse> => send({ method: 'GET', path: '/contact-fields' }, options),
    /** Get a contact */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<ContactsGetResponse> => send({ method: 'GET', path: `/contacts/${segment('id', id)}` }, options),
    /** Create or update a contact by phone number. Finds the contact with this phone number, in any spelling, and updates the given fields; without one, creates it (201). Safe to repeat. With an id `ct_…`, updates that contact. */
    put: (
      id: string,
      body: ContactsPutData['body'],
      options: CallOptions = {},
    ): Promise<ContactsPutResponse> => send({ method: 'PUT', path: `/contacts/${segment('id', id)}`, body }, options),
    /** Update a contact */
    update: (
      id: string,
      body: ContactsUpdateData['body'],
      options: CallOptions = {},
    ): Promise<ContactsUpdateResponse> => send({ method: 'PATCH', path: `/contacts/${segment('id', id)}`, body }, options),
    /** Delete a contact. Permanent. Its conversation, messages and media are deleted too. */
    remove: (
      id: string,
      options: CallOptions = {},
    ): Promise<ContactsRemoveResponse> => send({ method: 'DELETE', path: `/contacts/${segment('id', id)}` }, options),
    /** Create or update many contacts. Up to 500 contacts by phone number, in order. An invalid one fails alone: see its `error`. All others are stored together, or none of them. */
    batch: (
      body: ContactsBatchData['body'],
      options: PostOptions = {},
    ): Promise<ContactsBatchResponse> => send({ method: 'POST', path: '/contacts/batch', body }, options),
    /** Merge a contact into another one. Moves everything of this contact to the contact `into`: messages, notes, labels, tags, custom fields, phone numbers, files and scheduled messages. `into` keeps its own values, except for the fields in `take`; missing values are filled in from the merged contact. It is unsubscribed or blocked if one of the two was. Messages go to its own number, or to the other one if the customer wrote from that one last. The id and the numbers of this contact then stand for `into`, also for messages that arrive. Returns `into`. Repeating it changes nothing. Can be undone for 30 days. */
    merge: (
      id: string,
      body: ContactsMergeData['body'],
      options: PostOptions = {},
    ): Promise<ContactsMergeResponse> => send({ method: 'POST', path: `/contacts/${segment('id', id)}/merge`, body }, options),
    /** Undo the merge of a contact. Creates the merged contact again, under its id, and gives it back what the merge moved: its values, phone numbers, messages, notes, labels and files. What came after the merge stays with the contact that it was merged into, and so does a value that was changed since. If the person unsubscribed or was blocked after the merge, that applies to both contacts. If only the merged contact had a conversation, it goes back with everything in it. Possible for 30 days; later merges into the same contact must be undone first. Returns the contact that is created again. */
    undoMerge: (
      id: string,
      options: PostOptions = {},
    ): Promise<ContactsUndoMergeResponse> => send({ method: 'POST', path: `/contacts/${segment('id', id)}/merge/undo` }, options),
  };
}

/** The work on conversations: who is assigned, what is open, snoozed or closed, labels, and the notes of the team. There is one conversation with each contact; it starts with the first message. */
export function conversations(send: Send) {
  return {
    /** List conversations. The conversations with the latest activity first. With the filter `label` or `assignee`, a page may have fewer items than its limit, or none, and still a `nextCursor`: continue until it is null. A conversation with new activity meanwhile moves to the front: read the first page again at the end. */
    list: (
      query: ConversationsListData['query'] = {},
      options: CallOptions = {},
    ): Promise<ConversationsListResponse> => send({ method: 'GET', path: '/conversations', query }, options),
    /** List conversations. The conversations with the latest activity first. With the filter `label` or `assignee`, a page may have fewer items than its limit, or none, and still a `nextCursor`: continue until it is null. A conversation with new activity meanwhile moves to the front: read the first page again at the end. Iterates over all items and fetches them page by page. */
    listAll: (
      query: Omit<NonNullable<ConversationsListData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<ConversationsListResponse['data'][number], void, undefined> =>
      walk((cursor) => send<ConversationsListResponse>({ method: 'GET', path: '/conversations', query: { limit: 100, ...query, cursor } }, options)),
    /** Get a conversation */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<ConversationsGetResponse> => send({ method: 'GET', path: `/conversations/${segment('id', id)}` }, options),
    /** Open, snooze, close, assign or label a conversation. What is not given stays. A message of the customer opens a snoozed or closed conversation again. */
    change: (
      id: string,
      body: ConversationsChangeData['body'],
      options: CallOptions = {},
    ): Promise<ConversationsChangeResponse> => send({ method: 'PATCH', path: `/conversations/${segment('id', id)}`, body }, options),
    /** List the notes of a conversation. The newest first. Customers never see notes. */
    notes: (
      id: string,
      query: ConversationsNotesData['query'] = {},
      options: CallOptions = {},
    ): Promise<ConversationsNotesResponse> => send({ method: 'GET', path: `/conversations/${segment('id', id)}/notes`, query }, options),
    /** List the notes of a conversation. The newest first. Customers never see notes. Iterates over all items and fetches them page by page. */
    notesAll: (
      id: string,
      query: Omit<NonNullable<ConversationsNotesData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<ConversationsNotesResponse['data'][number], void, undefined> =>
      walk((cursor) => send<ConversationsNotesResponse>({ method: 'GET', path: `/conversations/${segment('id', id)}/notes`, query: { limit: 100, ...query, cursor } }, options)),
    /** Add a note to a conversation. A note is for the team alone. Mentioned members see it in their mentions. */
    addNote: (
      id: string,
      body: ConversationsAddNoteData['body'],
      options: PostOptions = {},
    ): Promise<ConversationsAddNoteResponse> => send({ method: 'POST', path: `/conversations/${segment('id', id)}/notes`, body }, options),
    /** Change a note. Replaces the text and the mentions of a note that a program wrote. Members whom it did not mention before are notified. Those of members answer 403. */
    changeNote: (
      id: string,
      body: ConversationsChangeNoteData['body'],
      options: CallOptions = {},
    ): Promise<ConversationsChangeNoteResponse> => send({ method: 'PATCH', path: `/notes/${segment('id', id)}`, body }, options),
    /** Delete a note. Deletes a note that a program wrote. Those of members answer 403. */
    removeNote: (
      id: string,
      options: CallOptions = {},
    ): Promise<ConversationsRemoveNoteResponse> => send({ method: 'DELETE', path: `/notes/${segment('id', id)}` }, options),
  };
}

/** The figures of the workspace: messages, response times, failures and what members did. */
export function insights(send: Send) {
  return {
    /** Get the insights of a period. Counted by the hour, some seconds late, and compared with the period before. A period has at most 366 days. Deleted contacts and messages stay in the figures. */
    get: (
      query: InsightsGetData['query'] = {},
      options: CallOptions = {},
    ): Promise<InsightsGetResponse> => send({ method: 'GET', path: '/insights', query }, options),
  };
}

/** The work on conversations: who is assigned, what is open, snoozed or closed, labels, and the notes of the team. There is one conversation with each contact; it starts with the first message. */
export function labels(send: Send) {
  return {
    /** List the labels */
    list: (
      options: CallOptions = {},
    ): Promise<LabelsListResponse> => send({ method: 'GET', path: '/labels' }, options),
  };
}

/** The workspace and the key of a program, and whether messages can be sent now. */
export function me(send: Send) {
  return {
    /** Test a key. For the connection test of an integration. Every key may call it. */
    get: (
      options: CallOptions = {},
    ): Promise<MeGetResponse> => send({ method: 'GET', path: '/me' }, options),
  };
}

/** The files of messages. Files that customers send are downloaded from WhatsApp in the background and stored here; `media` of the message shows their state. */
export function media(send: Send) {
  return {
    /** Upload a file. The body is the bytes of the file, with its type as `Content-Type`; the type `application/octet-stream` is derived from the extension of `filename`. Up to 5 MB for images, 16 MB for video and audio, 100 MB for documents, 500 KB for animated and 100 KB for other stickers. Send the file within 24 hours, as `mediaId` of one message. */
    upload: (
      body: MediaUploadData['body'],
      query: MediaUploadData['query'] = {},
      options: PostOptions = {},
    ): Promise<MediaUploadResponse> => send({ method: 'POST', path: '/media', body, query }, options),
    /** Get a file. Redirects (302) to the file, which supports range requests; `curl -L` and `fetch` follow the redirect. With `Accept: application/json`, the response describes the file instead, with addresses that need no key and are valid for about an hour. */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<MediaGetResponse> => send({ method: 'GET', path: `/media/${segment('id', id)}` }, options),
  };
}

/** The work on conversations: who is assigned, what is open, snoozed or closed, labels, and the notes of the team. There is one conversation with each contact; it starts with the first message. */
export function members(send: Send) {
  return {
    /** List the members. The people who can be assigned or mentioned. */
    list: (
      options: CallOptions = {},
    ): Promise<MembersListResponse> => send({ method: 'GET', path: '/members' }, options),
  };
}

/** Send messages to contacts, and read the message history. A message is `queued` until WhatsApp accepts it, then `sent`, `delivered` and `read`, or `failed` with its `error`. */
export function messages(send: Send) {
  return {
    /** Send a message. With `sendAt`, stores the message as `scheduled` and returns. Otherwise stores the message, sends it to WhatsApp and waits up to 10 seconds for the result: `sent`; `queued` if there is none yet; `failed` with `error` if WhatsApp rejected it. More than 24 hours after the customer’s last message, WhatsApp delivers only templates: anything else is still sent, with the warning `window_closed`. A template that is marketing, or whose category is not known here yet, to a contact who has unsubscribed is sent with the warning `contact_unsubscribed`. While WhatsApp rejects the channel’s credentials, a message is stored with the warning `channel_refused`, also the one with which this is found out; `GET /me` returns the reason. */
    send: (
      body: MessagesSendData['body'],
      options: PostOptions = {},
    ): Promise<MessagesSendResponse> => send({ method: 'POST', path: '/messages/send', body }, options),
    /** Message history of a contact, newest first. With the id of a message (`msg_…`), returns that one message, as `/messages/{id}/details` does. */
    history: (
      contactPhone: string,
      query: MessagesHistoryData['query'] = {},
      options: CallOptions = {},
    ): Promise<MessagesHistoryResponse> => send({ method: 'GET', path: `/messages/${segment('contactPhone', contactPhone)}`, query }, options),
    /** Message history of a contact, newest first. With the id of a message (`msg_…`), returns that one message, as `/messages/{id}/details` does. Iterates over all items and fetches them page by page. */
    historyAll: (
      contactPhone: string,
      query: Omit<NonNullable<MessagesHistoryData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<MessagesHistoryResponse['data'][number], void, undefined> =>
      walk((cursor) => send<MessagesHistoryResponse>({ method: 'GET', path: `/messages/${segment('contactPhone', contactPhone)}`, query: { limit: 100, ...query, cursor } }, options)),
    /** Cancel a scheduled message. Deletes a message that waits for its time. After that, it cannot be canceled. */
    cancel: (
      contactPhone: string,
      options: CallOptions = {},
    ): Promise<MessagesCancelResponse> => send({ method: 'DELETE', path: `/messages/${segment('contactPhone', contactPhone)}` }, options),
    /** Messages of all contacts: what is new, or a search. In the order of their changes: new messages, new statuses, edits, reactions, and files that have been stored. Begin with `since`, then pass the `cursor` of each response on, at once while `hasMore` is true and otherwise when you next ask. No change is missed, and a message that changes again is listed again. Messages from before the number was connected (`history`) are not among the changes: read each conversation once with `GET /messages/{contactPhone}`. `merges` and `splits` name the contacts whose messages have moved, `deletions` what was deleted. Changes are kept for 7 days. With `search`, finds messages by their words instead, newest first and of any age; then `since` and `until` are about when a message was created. */
    changes: (
      query: MessagesChangesData['query'] = {},
      options: CallOptions = {},
    ): Promise<MessagesChangesResponse> => send({ method: 'GET', path: '/messages', query }, options),
    /** One message. Also at `/messages/{id}`, where the history of a contact has its phone number. */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<MessagesGetResponse> => send({ method: 'GET', path: `/messages/${segment('id', id)}/details` }, options),
    /** React to a message, or remove the reaction. A reaction changes an existing message; it is not a message itself. It is sent to WhatsApp in the background. If WhatsApp rejects it, it is removed. */
    react: (
      id: string,
      body: MessagesReactData['body'],
      options: PostOptions = {},
    ): Promise<MessagesReactResponse> => send({ method: 'POST', path: `/messages/${segment('id', id)}/reaction`, body }, options),
    /** Mark a conversation read up to a message. Only the messages after this one still count as unread, and the customer sees blue check marks. */
    markRead: (
      id: string,
      options: PostOptions = {},
    ): Promise<MessagesMarkReadResponse> => send({ method: 'POST', path: `/messages/${segment('id', id)}/read` }, options),
  };
}

/** Saved filters of contacts, for lists and for the audience of broadcasts. */
export function segments(send: Send) {
  return {
    /** List segments. All segments, sorted by name; a workspace can have 100. To list their contacts: `GET /contacts?segment=…`. */
    list: (
      options: CallOptions = {},
    ): Promise<SegmentsListResponse> => send({ method: 'GET', path: '/segments' }, options),
    /** Create a segment */
    create: (
      body: SegmentsCreateData['body'],
      options: PostOptions = {},
    ): Promise<SegmentsCreateResponse> => send({ method: 'POST', path: '/segments', body }, options),
    /** Get a segment */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<SegmentsGetResponse> => send({ method: 'GET', path: `/segments/${segment('id', id)}` }, options),
    /** Update a segment */
    update: (
      id: string,
      body: SegmentsUpdateData['body'],
      options: CallOptions = {},
    ): Promise<SegmentsUpdateResponse> => send({ method: 'PATCH', path: `/segments/${segment('id', id)}`, body }, options),
    /** Delete a segment. Contacts are not changed. Broadcasts that were created for it keep its filter. */
    remove: (
      id: string,
      options: CallOptions = {},
    ): Promise<SegmentsRemoveResponse> => send({ method: 'DELETE', path: `/segments/${segment('id', id)}` }, options),
    /** Count the contacts of a segment */
    count: (
      id: string,
      options: CallOptions = {},
    ): Promise<SegmentsCountResponse> => send({ method: 'GET', path: `/segments/${segment('id', id)}/count` }, options),
  };
}

/** Approved texts for the time when the reply window is closed. WhatsApp approves them; this is the local list. */
export function templates(send: Send) {
  return {
    /** List and search templates, by name and language. The templates of the connected business account, as of the last sync. The server fetches the list every hour, and WhatsApp reports each decision as it is made. */
    list: (
      query: TemplatesListData['query'] = {},
      options: CallOptions = {},
    ): Promise<TemplatesListResponse> => send({ method: 'GET', path: '/templates', query }, options),
    /** List and search templates, by name and language. The templates of the connected business account, as of the last sync. The server fetches the list every hour, and WhatsApp reports each decision as it is made. Iterates over all items and fetches them page by page. */
    listAll: (
      query: Omit<NonNullable<TemplatesListData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<TemplatesListResponse['data'][number], void, undefined> =>
      walk((cursor) => send<TemplatesListResponse>({ method: 'GET', path: '/templates', query: { limit: 100, ...query, cursor } }, options)),
    /** Create a template. Submits it to WhatsApp, which reviews it: its status is PENDING until then, and changes in the list as WhatsApp decides. If WhatsApp refuses it at once, the response is 409 with the reason. */
    create: (
      body: TemplatesCreateData['body'],
      options: PostOptions = {},
    ): Promise<TemplatesCreateResponse> => send({ method: 'POST', path: '/templates', body }, options),
    /** Delete a template. Deletes it on WhatsApp in its language; other languages of the name stay. WhatsApp blocks the name of an approved template for 30 days. */
    remove: (
      id: string,
      options: CallOptions = {},
    ): Promise<TemplatesRemoveResponse> => send({ method: 'DELETE', path: `/templates/${segment('id', id)}` }, options),
  };
}

/** Addresses of your programs that receive events. See the webhooks below for what is sent to them. */
export function webhookEndpoints(send: Send) {
  return {
    /** List webhook endpoints. All of them, oldest first: a workspace can have 20. */
    list: (
      options: CallOptions = {},
    ): Promise<WebhookEndpointsListResponse> => send({ method: 'GET', path: '/webhook-endpoints' }, options),
    /** Create a webhook endpoint. Events that happen from now on are sent to it. Store the secret: it is not shown again. */
    create: (
      body: WebhookEndpointsCreateData['body'],
      options: PostOptions = {},
    ): Promise<WebhookEndpointsCreateResponse> => send({ method: 'POST', path: '/webhook-endpoints', body }, options),
    /** Get a webhook endpoint */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<WebhookEndpointsGetResponse> => send({ method: 'GET', path: `/webhook-endpoints/${segment('id', id)}` }, options),
    /** Update a webhook endpoint. What is not given stays. `headers` replaces the whole list; a header without a value keeps its stored one, unless the host of the URL changes. */
    update: (
      id: string,
      body: WebhookEndpointsUpdateData['body'],
      options: CallOptions = {},
    ): Promise<WebhookEndpointsUpdateResponse> => send({ method: 'PATCH', path: `/webhook-endpoints/${segment('id', id)}`, body }, options),
    /** Delete a webhook endpoint. Its waiting events and the log of its deliveries are deleted too. */
    remove: (
      id: string,
      options: CallOptions = {},
    ): Promise<WebhookEndpointsRemoveResponse> => send({ method: 'DELETE', path: `/webhook-endpoints/${segment('id', id)}` }, options),
    /** Send a test event. Sends a sample event of a type to this endpoint, also when it does not subscribe to the type. It is signed like every event, and sent once. The dashboard shows the receiver’s response. */
    test: (
      id: string,
      body: WebhookEndpointsTestData['body'],
      options: PostOptions = {},
    ): Promise<WebhookEndpointsTestResponse> => send({ method: 'POST', path: `/webhook-endpoints/${segment('id', id)}/test`, body }, options),
  };
}

/** All operations of the API, by resource. */
export function resources(send: Send) {
  return { broadcasts: broadcasts(send), contacts: contacts(send), conversations: conversations(send), insights: insights(send), labels: labels(send), me: me(send), media: media(send), members: members(send), messages: messages(send), segments: segments(send), templates: templates(send), webhookEndpoints: webhookEndpoints(send) };
}
