import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { loadPageTexts, t } from '../../../lib/i18n.ts';
import { startRecording, stopRecording, useRecordings } from './recordings.store.ts';

const VoiceRecorder = lazy(async () => {
  const [recorder] = await Promise.all([import('./voice-recorder.tsx'), loadPageTexts()]);
  return { default: recorder.VoiceRecorder };
});

/** Starts a voice message, which takes the composer's place until it is sent or deleted. */
export function VoiceButton({ conversationId }: { conversationId: string }) {
  const start = () => void startRecording(conversationId);
  useCommands({ 'composer.voice': start });
  const keys = useKeys('composer.voice');
  return (
    <Tooltip label={withKeys(t('inbox:composer.voice'), keys)}>
      <ActionIcon size={32} aria-label={t('inbox:composer.voice')} onClick={start} data-testid="voice-start">
        <IconMicrophone size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The voice message of a conversation; null when there is none. */
export function useVoiceNote(conversationId: string) {
  const recording = useRecordings((state) => state[conversationId]);
  // Another conversation has another composer: what was said is kept for this one. Here, because the code of the recorder
  // may still be loading when the person leaves.
  useEffect(() => () => stopRecording(conversationId), [conversationId]);
  if (!recording) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: 84 }} />}>
      <VoiceRecorder conversationId={conversationId} recording={recording} />
    </Suspense>
  );
}
