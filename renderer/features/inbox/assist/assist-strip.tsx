/**
 * What the assistant offers in a conversation, above the composer. Loaded after the first screen. Each feature is one
 * component here, which renders nothing while it has nothing to offer.
 */
export function AssistStrip({ conversationId: _ }: { conversationId: string }) {
  return null;
}
