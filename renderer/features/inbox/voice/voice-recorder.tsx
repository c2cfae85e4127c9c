import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconSend2,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { uploadFile } from '../../../lib/api/upload-file.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { formatDuration } from '../media/media-text.ts';
import { showNotSentToast } from '../media/not-sent-toast.ts';
import { sendVoice } from '../outbox/outbox.actions.ts';
import {
  discardRecording,
  patchRecording,
  type Recording,
  startRecording,
  stopRecording,
  useRecordings,
} from './recordings.store.ts';
import classes from './voice-recorder.module.css';

/** Bars of the waveform. */
const BARS = 48;
/** A longer recording is not deleted without a question: it cannot be said again as it was. */
const ASKED_FROM_MS = 3_000;

/** A voice message: its level and length while it is recorded; then it is listened to, sent, or deleted. */
export function VoiceRecorder({
  conversationId: id,
  recording,
}: {
  conversationId: string;
  recording: Recording;
}) {
  const { phase, ms, file, problem, failure } = recording;
  const main = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation(async () => discardRecording(id));
  useEffect(() => {
    // A recording that ends below the question must not take the focus: Enter would send it.
    if (phase !== 'starting' && !isAsking) main.current?.focus();
  }, [phase, isAsking]);

  function askToDelete(): void {
    if (ms < ASKED_FROM_MS) discardRecording(id);
    else {
      stopRecording(id);
      setAsking(true);
    }
  }

  async function send(): Promise<void> {
    if (!file) return;
    patchRecording(id, { phase: 'sending', failure: null });
    // The person may leave the workspace meanwhile, which discards it.
    const isKept = () => useRecordings.getState()[id] !== undefined;
    try {
      const media = await uploadFile(file, file.type, () => {}).done;
      if (!isKept()) return;
      discardRecording(id);
      sendVoice(id, media);
    } catch (error) {
      if (!isKept()) return;
      const problem = sentenceOf(error);
      patchRecording(id, { phase: 'recorded', failure: problem });
      showNotSentToast(id, t('voice:notSent', { problem }));
    }
  }

  if (phase === 'refused')
    return (
      <div className={classes.refused} role="alert" data-testid="voice-refused">
        <p>{t(`voice:problems.${problem ?? 'unsupported'}`)}</p>
        <Button ref={main} size="compact-sm" variant="default" onClick={() => void startRecording(id)}>
          {t('actions.retry')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => discardRecording(id)}>
          {t('actions.close')}
        </Button>
      </div>
    );
  return (
    <section
      className={classes.recorder}
      aria-label={t('voice:label')}
      data-phase={phase}
      data-testid="voice-recorder"
    >
      <Tooltip label={t('voice:delete')}>
        <ActionIcon
          size={36}
          aria-label={t('voice:delete')}
          disabled={phase === 'sending'}
          onClick={askToDelete}
          data-testid="voice-delete"
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
      {phase === 'starting' && (
        <p className={classes.state} role="status">
          {t('voice:asking')}
        </p>
      )}
      {phase === 'recording' && (
        <>
          <span className={classes.dot} aria-hidden="true" />
          <Bars levels={recording.levels.slice(-BARS)} />
        </>
      )}
      {(phase === 'recorded' || phase === 'sending') && file && <Preview file={file} recording={recording} />}
      {phase !== 'starting' && (
        <span className={classes.time} role="timer" data-testid="voice-time">
          {formatDuration(ms / 1_000)}
        </span>
      )}
      {phase === 'recording' ? (
        <Button
          ref={main}
          className={classes.main}
          color="red"
          variant="light"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={() => stopRecording(id)}
          data-testid="voice-stop"
        >
          {t('voice:stop')}
        </Button>
      ) : (
        <Button
          ref={main}
          className={classes.main}
          rightSection={<IconSend2 size={16} />}
          loading={phase === 'sending'}
          disabled={!file}
          onClick={() => void send()}
          data-testid="voice-send"
        >
          {t('inbox:composer.send')}
        </Button>
      )}
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {t('voice:notSent', { problem: failure })}
        </p>
      )}
      <ConfirmModal
        opened={isAsking}
        title={t('voice:deleteTitle')}
        confirmLabel={t('voice:deleteConfirm')}
        mutation={deleting}
        onClose={() => setAsking(false)}
      >
        {t('voice:deleteText')}
      </ConfirmModal>
    </section>
  );
}

/** Plays what was recorded. */
function Preview({ file, recording }: { file: File; recording: Recording }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [share, setShare] = useState(0);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (url === null) return <Loader size="sm" />;
  const label = isPlaying ? t('voice:pause') : t('voice:play');
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript */}
      <audio
        ref={audio}
        src={url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) =>
          setShare((currentTarget.currentTime * 1_000) / Math.max(1, recording.ms))
        }
        onEnded={() => setShare(0)}
        data-testid="voice-preview"
      />
      <ActionIcon
        size={36}
        radius="xl"
        aria-label={label}
        onClick={() => (isPlaying ? audio.current?.pause() : void audio.current?.play().catch(() => {}))}
        data-testid="voice-play"
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <Bars levels={summary(recording.levels)} share={share} />
    </>
  );
}

/** The loudness as bars; those before `share` are played. */
function Bars({ levels, share = 0 }: { levels: readonly number[]; share?: number }) {
  return (
    <div className={classes.bars} aria-hidden="true" data-testid="voice-bars">
      {levels.map((level, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          key={index}
          data-played={index < share * levels.length || undefined}
          style={{ blockSize: `${Math.round(10 + level * 90)}%` }}
        />
      ))}
    </div>
  );
}

/** Returns the loudest level in each of as many equal parts as there are bars. */
function summary(levels: readonly number[]): number[] {
  if (levels.length <= BARS) return [...levels];
  const size = levels.length / BARS;
  return Array.from({ length: BARS }, (_, bar) =>
    Math.max(0, ...levels.slice(Math.floor(bar * size), Math.ceil((bar + 1) * size))),
  );
}
