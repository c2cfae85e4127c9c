import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import classes from '../../bubble.module.css';

/** The reactions to a message: each emoji once, with a count if both sides chose it. */
export function MessageReactions({ reactions }: Pick<ThreadMessage, 'reactions'>) {
  if (reactions.length === 0) return null;
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  const label = new Intl.ListFormat(currentLanguage()).format(
    reactions.map(({ emoji, direction }) => t(`inbox:thread.reactions.${direction}`, { emoji })),
  );
  return (
    <span
      className={classes.reactions}
      role="img"
      aria-label={label}
      title={label}
      data-testid="message-reactions"
    >
      {emojis.map((emoji) => (
        <span key={emoji}>{emoji}</span>
      ))}
      {reactions.length > emojis.length && <span className={classes.count}>{reactions.length}</span>}
    </span>
  );
}
