/** The content of an outbound message, as the builders of the platform's format need it. */
export interface OutboundMessage {
  type: string;
  content: string | null;
  templateName: string | null;
  templateLanguage: string | null;
  /** As passed to the send, where they were validated. */
  components: readonly Record<string, unknown>[] | null;
  mediaUrl: string | null;
  /** The platform's id of an uploaded file. Used instead of a link. */
  mediaId: string | null;
  caption: string | null;
  filename: string | null;
  /** What is sent as it is, under the name of its type: a location, contact cards, buttons or a list. */
  payload: Readonly<Record<string, unknown>> | null;
}

/** Builds the object that the platform expects under the name of the message type. */
export type OutboundKind = (message: OutboundMessage) => object;
