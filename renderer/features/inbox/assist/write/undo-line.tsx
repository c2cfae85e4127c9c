import { Button } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import { forgetBegan } from '../../composer/answer-start.ts';
import { saveDraft, useDrafts } from '../../composer/drafts.store.ts';
import classes from '../assist.module.css';
import { useWriting } from './write.store.ts';
import { focusComposer } from './write-panel.tsx';

/** Offers to take back a text that was put into the reply, until the reply is changed or sent. */
export function UndoLine({ conversationId }: { conversationId: string }) {
  const replaced = useWriting((state) =>
    state.replaced?.conversationId === conversationId ? state.replaced : null,
  );
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  if (!replaced || replaced.after !== text) return null;
  return (
    <div className={classes.line} role="status">
      <div>{t('assist-text:write.replaced')}</div>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          saveDraft(conversationId, replaced.before);
          forgetBegan(conversationId);
          useWriting.setState({ replaced: null });
          focusComposer(conversationId);
        }}
        data-testid="assist-undo"
      >
        {t('assist-text:write.undo')}
      </Button>
    </div>
  );
}
