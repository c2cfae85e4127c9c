import { objectAt, onlyKeys, optionalStringAt, stringAt } from '../shape.ts';

/** Checks a reaction to a person's message; an empty emoji removes it. */
export function reactionKind(content: unknown): void {
  const reaction = objectAt(content, 'reaction');
  onlyKeys(reaction, 'reaction', ['message_id', 'emoji']);
  stringAt(reaction.message_id, "reaction['message_id']", 512);
  optionalStringAt(reaction.emoji, "reaction['emoji']", 32);
}
