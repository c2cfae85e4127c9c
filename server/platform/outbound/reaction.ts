/** Returns a reaction to a message, in the platform's format. An empty emoji removes the reaction. */
export function reaction(platformId: string, emoji: string | null): object {
  return { type: 'reaction', reaction: { message_id: platformId, emoji: emoji ?? '' } };
}
