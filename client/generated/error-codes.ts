// Made by scripts/client.mjs from the contract. Do not edit.

/** The error codes of the API. */
export type ApiErrorCode =
  /** 403: This API key cannot be used from this IP address. */
  | 'address_not_allowed'
  /** 409: A workspace can have 20 broadcasts that have not ended. Wait, or cancel one first. */
  | 'broadcast_limit_reached'
  /** 404: Broadcast not found. Check the id. GET /broadcasts lists them. */
  | 'broadcast_not_found'
  /** 409: This is not possible in the current state of the broadcast. */
  | 'broadcast_not_possible'
  /** 409: A broadcast can have an audience of 100,000 people. Choose a smaller one. */
  | 'broadcast_too_large'
  /** 410: Changes are kept for 7 days, and these are no longer stored. Read the messages again, and begin with a later time. */
  | 'changes_expired'
  /** 409: This workspace is not connected to a WhatsApp account yet. Connect a number in the dashboard, under Settings > Cloud API. */
  | 'channel_not_connected'
  /** 409: This contact was merged into another one. Use the id of that contact. */
  | 'contact_already_merged'
  /** 409: This contact is blocked. Unblock them to send messages. To unblock the contact, call PATCH /contacts/{id} with `blocked: false`. */
  | 'contact_blocked'
  /** 409: This merge can no longer be undone: merges can be undone for 30 days. */
  | 'contact_merge_expired'
  /** 409: Another contact was merged later. Undo that merge first. */
  | 'contact_merge_followed'
  /** 404: This contact is not merged into another one. The merge may already have been undone. */
  | 'contact_merge_not_found'
  /** 409: This merge can no longer be undone: another contact has a number or an id of the merged contact now. */
  | 'contact_merge_number_taken'
  /** 409: Too large to merge: a contact can be merged with up to 200,000 messages, and 50 numbers and ids. */
  | 'contact_merge_too_large'
  /** 404: Contact not found. No contact of this workspace has this id or phone number. Check it, or create the contact: PUT /contacts/{phone}, or `createContact` of a send. */
  | 'contact_not_found'
  /** 409: Another contact already has this phone number. Its id is in `contactId`. PUT /contacts/{phone} creates or updates, whichever is needed. */
  | 'contact_phone_taken'
  /** 404: Conversation not found. A conversation starts with the first message. Check the id or the phone number, or send a message. */
  | 'conversation_not_found'
  /** 403: You are not allowed to do this. */
  | 'forbidden'
  /** 409: This Idempotency-Key was used for another request. Use a new key for each request. */
  | 'idempotency_conflict'
  /** 409: The first request with this Idempotency-Key is still running. Try again after the seconds in Retry-After. */
  | 'idempotency_in_progress'
  /** 500: Something went wrong on our side. Quote the request id when you ask for help. */
  | 'internal'
  /** 401: This API key has expired. Roll it in the dashboard, under API Keys, or create another one. */
  | 'key_expired'
  /** 409: A workspace can have 200 labels, and a conversation 20. Remove one first. */
  | 'label_limit_reached'
  /** 404: Label not found. Check the lbl_… id. GET /labels lists them. */
  | 'label_not_found'
  /** 409: This file belongs to another message. Upload it again. */
  | 'media_already_sent'
  /** 404: File not found. Check the med_… id. A file that was uploaded and not sent is deleted after 24 hours: upload it again. */
  | 'media_not_found'
  /** 409: The file is not available. See `media.state` and `media.reason` of its message. */
  | 'media_not_ready'
  /** 404: Member not found. Check the usr_… id. GET /members lists them. */
  | 'member_not_found'
  /** 404: Message not found. Check the msg_… id. GET /messages/{phone} lists the messages of a contact. */
  | 'message_not_found'
  /** 409: This message is no longer scheduled: its time has come, so it cannot be changed. */
  | 'message_not_scheduled'
  /** 409: This message has not been sent to WhatsApp, so you cannot react to it. Wait until its `status` is `sent`, then react. */
  | 'message_not_sent'
  /** 409: A conversation can have 2,000 notes. Delete one first. */
  | 'note_limit_reached'
  /** 404: Note not found. Check the nt_… id. GET /conversations/{id}/notes lists them. */
  | 'note_not_found'
  /** 500: The database connection failed while this was being stored, so it may or may not have been saved. Check before you send it again. With an Idempotency-Key, send it again with the same key: nothing is done twice. */
  | 'outcome_unknown'
  /** 413: The request body is too large. */
  | 'payload_too_large'
  /** 409: WhatsApp rejected this request. */
  | 'platform_refused'
  /** 503: WhatsApp did not respond. Nothing was saved. Try again in a minute. */
  | 'platform_unreachable'
  /** 429: Too many requests. Try again after the seconds in Retry-After. */
  | 'rate_limited'
  /** 409: A workspace can have 100 segments. Delete one first. */
  | 'segment_limit_reached'
  /** 409: Another segment has this name. */
  | 'segment_name_taken'
  /** 404: Segment not found. Check the seg_… id. GET /segments lists them. */
  | 'segment_not_found'
  /** 429: Too many messages of this workspace are waiting for WhatsApp. Try again after the seconds in Retry-After. */
  | 'send_queue_full'
  /** 507: There is no room for this file. */
  | 'storage_full'
  /** 404: Template not found. Check the id, or the name and the language. GET /templates lists them. */
  | 'template_not_found'
  /** 401: A valid API key is required: Authorization: Bearer <key>. Create a key in the dashboard, under API Keys. */
  | 'unauthorized'
  /** 503: The service is temporarily unavailable. Nothing was stored. Try again soon. */
  | 'unavailable'
  /** 415: Send JSON with Content-Type: application/json. */
  | 'unsupported_media_type'
  /** 400: The request is not valid: `key` is not a known field. */
  | 'validation_failed'
  /** 409: A workspace can have 20 webhook endpoints. Delete one first. */
  | 'webhook_endpoint_limit_reached'
  /** 404: Webhook endpoint not found. Check the whe_… id. GET /webhook-endpoints lists them. */
  | 'webhook_endpoint_not_found';
