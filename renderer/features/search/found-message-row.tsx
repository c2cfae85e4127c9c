import type { FoundMessage } from '../../../shared/contract/search.contract.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './search.module.css';

/** A message that was found: with whom, who wrote it, when, and the part of its text that matches. */
export function FoundMessageRow({
  message,
  isMine,
  onOpen,
}: {
  message: FoundMessage;
  isMine: boolean;
  onOpen: () => void;
}) {
  const { contact, direction, author, excerpt, type, createdAt } = message;
  const writer =
    direction === 'inbound'
      ? null
      : isMine
        ? t('search:messages.you')
        : (author?.name ?? t('search:messages.api'));
  return (
    <button type="button" className={classes.message} onClick={onOpen} data-testid="found-message">
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={32} />
      <span className={classes.body}>
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            {contactTitle(contact)}
          </span>
          <span className={classes.side}>
            <RelativeTime time={createdAt} />
          </span>
        </span>
        <span className={classes.excerpt} dir="auto">
          {writer !== null && (
            <span className={classes.writer}>{t('search:messages.writer', { writer })} </span>
          )}
          {excerpt.length === 0
            ? t(`inbox:kinds.labels.${type}`)
            : excerpt.map(({ text, isMatch }, index) =>
                isMatch ? (
                  // The parts of an excerpt never change their order.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <mark key={index} className={classes.mark}>
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
        </span>
      </span>
    </button>
  );
}
