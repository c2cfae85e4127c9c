/** A reaction to one of the platform's messages. The platform takes it back for an empty emoji. */
export function reaction(platformId: string, emoji: string | null): object {
  return { type: 'reaction', reaction: { message_id: platformId, emoji: emoji ?? '' } };
}
