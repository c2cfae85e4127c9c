import { IconPencil } from '@tabler/icons-react';
import { ColleagueDrafts } from '../drafts/colleague-drafts.tsx';
import classes from './presence.module.css';
import { sentenceOf, useColleaguesIn } from './presence.tsx';

/** The line above the composer: "Leo is replying", with what Leo is writing. */
export function PresenceLine({ conversationId }: { conversationId: string }) {
  const people = useColleaguesIn(conversationId);
  const isReplying = people.some(({ state }) => state === 'replying');
  return (
    <>
      <div role="status" className={classes.live}>
        {people.length > 0 && (
          <p className={classes.line} data-replying={isReplying || undefined} data-testid="presence-line">
            {isReplying && <IconPencil size={14} aria-hidden="true" />}
            <span>{sentenceOf(people)}</span>
          </p>
        )}
      </div>
      <ColleagueDrafts key={conversationId} conversationId={conversationId} people={people} />
    </>
  );
}
