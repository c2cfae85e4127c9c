import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { queries } from '../../../../lib/api/api.ts';
import { countOutcome } from '../../../assist/assist.queries.ts';

const LEARNING_MS = 1_000;

/** Returns the labels that are suggested for a conversation; none for several at once. */
export function useSuggestedLabels(conversationIds: readonly string[]) {
  const [id = ''] = conversationIds;
  const { data } = useQuery({
    ...queries.assistRetrieval.labels.queryOptions({ input: { params: { id } } }),
    enabled: conversationIds.length === 1,
    // The menu was opened for what the conversation is about now.
    staleTime: 0,
    // A label that is put on stays where it is, as long as the menu is open.
    refetchOnWindowFocus: false,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'learning' ? LEARNING_MS : false),
  });
  const isOn = conversationIds.length === 1 && data?.mode === 'on';
  const isReady = data?.state === 'ready' && data.mode !== 'off';
  const hasAny = (data?.data.length ?? 0) > 0;
  useEffect(() => {
    if (!isReady) return;
    count('eligible');
    if (!hasAny) count('gated');
    else if (isOn) count('shown');
  }, [isReady, isOn, hasAny]);
  const found = data?.data.map(({ labelId }) => labelId) ?? [];
  return {
    ids: isOn ? found : [],
    /** Counts a label that was picked and is among the suggested ones. */
    notePicked: (labelId: string) => {
      if (found.includes(labelId)) count('unedited');
    },
  };
}

function count(outcome: AssistOutcome): void {
  countOutcome({ feature: 'triage', outcome, language: 'other' });
}
