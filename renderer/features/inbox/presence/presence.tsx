import { IconPencil } from '@tabler/icons-react';
import type { PresentPerson } from '../../../../shared/events/presence.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { useInbox } from '../inbox-context.ts';
import classes from './presence.module.css';
import { usePresence } from './presence.store.ts';

const NOBODY: readonly PresentPerson[] = [];
const AVATARS_MAX = 3;

/** Returns the colleagues who have a conversation on the screen: first those who are writing. */
export function useColleaguesIn(conversationId: string): PresentPerson[] {
  const { session } = useInbox();
  const people = usePresence((byConversation) => byConversation[conversationId] ?? NOBODY);
  return people
    .filter(({ id }) => id !== session.user.id)
    .sort((left, right) => Number(right.state === 'replying') - Number(left.state === 'replying'));
}

/** Returns who is doing what, as one sentence: those who are writing, or else those who are reading. */
function sentenceOf(people: readonly PresentPerson[]): string {
  const replying = people.filter(({ state }) => state === 'replying');
  const named = replying.length > 0 ? replying : people;
  const names = new Intl.ListFormat(currentLanguage()).format(named.map(({ name }) => name));
  const context = { names, count: named.length };
  return replying.length > 0 ? t('inbox:presence.replying', context) : t('inbox:presence.viewing', context);
}

/**
 * The avatars of the colleagues who have this conversation on the screen; nothing when there is none. `isWide`: not on
 * narrow screens, where the line above the composer says the same.
 */
export function PresenceAvatars({
  conversationId,
  size,
  isWide = false,
}: {
  conversationId: string;
  size: number;
  isWide?: boolean;
}) {
  const people = useColleaguesIn(conversationId);
  if (people.length === 0) return null;
  const sentence = sentenceOf(people);
  return (
    <Tip label={sentence}>
      <span
        className={classes.avatars}
        data-wide={isWide || undefined}
        role="img"
        aria-label={sentence}
        data-testid="presence-avatars"
      >
        {people.slice(0, AVATARS_MAX).map(({ id, name, state }) => (
          <span key={id} className={classes.avatar} data-state={state}>
            <InitialsAvatar name={name} seed={id} size={size} />
          </span>
        ))}
      </span>
    </Tip>
  );
}

/** The line above the composer: "Leo is replying". */
export function PresenceLine({ conversationId }: { conversationId: string }) {
  const people = useColleaguesIn(conversationId);
  const isReplying = people.some(({ state }) => state === 'replying');
  return (
    <div role="status" className={classes.live}>
      {people.length > 0 && (
        <p className={classes.line} data-replying={isReplying || undefined} data-testid="presence-line">
          {isReplying && <IconPencil size={14} aria-hidden="true" />}
          <span>{sentenceOf(people)}</span>
        </p>
      )}
    </div>
  );
}
