// Made by scripts/client.mjs from the contract. Do not edit.

import { segment } from '../segment.ts';
import type { CallOptions, PostOptions, Send } from '../send.ts';
import { walk } from '../walk.ts';
import type {
  ContactsCreateData,
  ContactsCreateResponse,
  ContactsGetResponse,
  ContactsListData,
  ContactsListResponse,
  ContactsRemoveResponse,
  ContactsUpdateData,
  ContactsUpdateResponse,
  MessagesHistoryData,
  MessagesHistoryResponse,
  MessagesMarkReadResponse,
  MessagesReactData,
  MessagesReactResponse,
  MessagesSendData,
  MessagesSendResponse,
} from './types.ts';

/** Customer records: name, phone number, e-mail address, tags, and how warm the lead is. */
export function contacts(send: Send) {
  return {
    /** List contacts */
    list: (
      query: ContactsListData['query'] = {},
      options: CallOptions = {},
    ): Promise<ContactsListResponse> => send({ method: 'GET', path: '/contacts', query }, options),
    /** List contacts: all of them, one after the other, fetched a page at a time. */
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
    /** Get a contact */
    get: (
      id: string,
      options: CallOptions = {},
    ): Promise<ContactsGetResponse> => send({ method: 'GET', path: `/contacts/${segment('id', id)}` }, options),
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
  };
}

/** Sending messages to contacts, and what has been said. A message is `queued` until the platform has taken it, then `sent`, `delivered` and `read`, or `failed` with its `error`. */
export function messages(send: Send) {
  return {
    /** Send a message. Stores the message, hands it to the platform and waits up to 10 seconds for its answer: `sent`, `queued` when there is none yet, `failed` with `error` when it was refused. Outside the 24 hours after the customer’s last message only templates arrive: anything else is handed over too, with the warning `window_closed`. */
    send: (
      body: MessagesSendData['body'],
      options: PostOptions = {},
    ): Promise<MessagesSendResponse> => send({ method: 'POST', path: '/messages/send', body }, options),
    /** Message history of a contact, newest first */
    history: (
      contactPhone: string,
      query: MessagesHistoryData['query'] = {},
      options: CallOptions = {},
    ): Promise<MessagesHistoryResponse> => send({ method: 'GET', path: `/messages/${segment('contactPhone', contactPhone)}`, query }, options),
    /** Message history of a contact, newest first: all of them, one after the other, fetched a page at a time. */
    historyAll: (
      contactPhone: string,
      query: Omit<NonNullable<MessagesHistoryData['query']>, 'page' | 'cursor'> = {},
      options: CallOptions = {},
    ): AsyncGenerator<MessagesHistoryResponse['data'][number], void, undefined> =>
      walk((cursor) => send<MessagesHistoryResponse>({ method: 'GET', path: `/messages/${segment('contactPhone', contactPhone)}`, query: { limit: 100, ...query, cursor } }, options)),
    /** React to a message, or take the reaction back. A reaction changes its message and is no message of its own. It is handed to the platform in the background; when the platform refuses it, it is removed again. */
    react: (
      id: string,
      body: MessagesReactData['body'],
      options: PostOptions = {},
    ): Promise<MessagesReactResponse> => send({ method: 'POST', path: `/messages/${segment('id', id)}/reaction`, body }, options),
    /** Mark a conversation read up to a message. The unread count falls to the messages after this one, and the customer sees their ticks turn blue. */
    markRead: (
      id: string,
      options: PostOptions = {},
    ): Promise<MessagesMarkReadResponse> => send({ method: 'POST', path: `/messages/${segment('id', id)}/read` }, options),
  };
}

/** Everything that the API offers, by subject. */
export function resources(send: Send) {
  return { contacts: contacts(send), messages: messages(send) };
}
