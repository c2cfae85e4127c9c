import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { queries } from '../../../../lib/api/api.ts';
import { countFor } from '../count-for.ts';

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
  // What became of the labels that were offered since the menu was opened.
  const isOffered = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    count(id, 'eligible');
    if (!hasAny) return count(id, 'gated');
    count(id, isOn ? 'shown' : 'ready');
    isOffered.current = true;
    return () => {
      if (isOffered.current) count(id, 'ignored');
      isOffered.current = false;
    };
  }, [id, isReady, isOn, hasAny]);
  const found = data?.data.map(({ labelId }) => labelId) ?? [];
  return {
    ids: isOn ? found : [],
    /** Counts the first label that is picked and was found: the menu was opened once. */
    notePicked: (labelId: string) => {
      if (!found.includes(labelId) || !isOffered.current) return;
      isOffered.current = false;
      count(id, 'unedited');
    },
  };
}

function count(conversationId: string, outcome: AssistOutcome): void {
  countFor(conversationId, 'triage', { outcome, language: 'other' });
}
