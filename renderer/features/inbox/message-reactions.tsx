import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import classes from './bubble.module.css';

const WHOSE = { inbound: 'the customer', outbound: 'us' } as const;

/** What was put on a message: each emoji once, with a count where both sides chose the same. */
export function MessageReactions({ reactions }: Pick<ThreadMessage, 'reactions'>) {
  if (reactions.length === 0) return null;
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  const words = reactions.map(({ emoji, direction }) => `${emoji} from ${WHOSE[direction]}`).join(', ');
  return (
    <span
      className={classes.reactions}
      role="img"
      aria-label={words}
      title={words}
      data-testid="message-reactions"
    >
      {emojis.map((emoji) => (
        <span key={emoji}>{emoji}</span>
      ))}
      {reactions.length > emojis.length && <span className={classes.count}>{reactions.length}</span>}
    </span>
  );
}
