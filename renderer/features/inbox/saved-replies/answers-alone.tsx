import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { useAssistMode } from '../../assist/assist.queries.ts';
import { refreshSavedReplies } from './saved-replies.queries.ts';

const LEARNING_MS = 2_000;

/** Whether a saved reply may answer alone outside business hours: owners decide, after a rehearsal. */
export function AnswersAlone({ reply }: { reply: SavedReply }) {
  const isOff = useAssistMode('afterHours') === 'off';
  const rehearsal = useQuery({
    ...queries.afterHours.replies.queryOptions({ input: {} }),
    enabled: !isOff,
    refetchInterval: ({ state }) => (state.data?.state === 'learning' ? LEARNING_MS : false),
  });
  const [isAllowed, setAllowed] = useState(reply.answersAlone);
  const saving = useMutation(
    (wanted: boolean) => api.afterHours.allow({ params: { id: reply.id }, body: { isAllowed: wanted } }),
    {
      onSuccess: (answer) => {
        setAllowed(answer.isAllowed);
        refreshSavedReplies();
      },
    },
  );
  if (isOff) return null;
  const found = rehearsal.data?.data.find(({ savedReplyId }) => savedReplyId === reply.id);
  const isOffered = found?.isOffered ?? false;
  const figures = found && {
    cases: formatCount(found.cases),
    right: formatCount(found.right),
  };
  return (
    <>
      <Switch
        label={t('saved-replies:alone.label')}
        description={
          figures
            ? t(`saved-replies:alone.${isOffered ? 'offered' : 'notYet'}`, figures)
            : t('saved-replies:alone.hint')
        }
        checked={isAllowed}
        disabled={saving.isPending || (!isAllowed && !isOffered)}
        onChange={(event) => saving.mutate(event.currentTarget.checked)}
        data-testid="saved-reply-alone"
      />
      <MutationError mutation={saving} />
    </>
  );
}
