/** What a message of ours says, as the parts of the platform's message need it. */
export interface OutboundMessage {
  type: string;
  content: string | null;
  templateName: string | null;
  templateLanguage: string | null;
  /** As they were given with the send, checked then. */
  components: readonly Record<string, unknown>[] | null;
  mediaUrl: string | null;
  /** The platform's id of a file that it has from us; then there is no link. */
  mediaId: string | null;
  caption: string | null;
  filename: string | null;
}

/** Makes the object that the platform wants under the name of the type. */
export type OutboundKind = (message: OutboundMessage) => object;
