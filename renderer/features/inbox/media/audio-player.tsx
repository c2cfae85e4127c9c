import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './audio-player.module.css';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import { fileName, formatDuration } from './media-text.ts';
import { useSaving } from './use-saving.ts';

const SPEEDS = [1, 1.5, 2] as const;

/** Plays a voice message or an audio file, with a position and a speed. Only one plays at a time. */
export function AudioPlayer({ media, isVoice }: { media: Media; isVoice: boolean }) {
  const texts = textsOf(isVoice);
  const address = useFileAddress(media.id, true);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState<number>(1);
  const { save, isSaving } = useSaving(address, fileName(media, 'audio'));

  function toggle(): void {
    const player = audio.current;
    if (!player) return;
    if (!player.paused) {
      player.pause();
      return;
    }
    if (playing && playing !== player) playing.pause();
    playing = player;
    player.playbackRate = speed;
    // Rejected when the file was deleted or playback is not allowed. The button then shows Play again.
    player.play().catch(() => setPlaying(false));
  }

  function changeSpeed(): void {
    const next = SPEEDS[(SPEEDS.indexOf(speed as 1) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  }

  function seek(seconds: number): void {
    setAt(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  }

  return (
    <div className={classes.player} data-testid="media-audio">
      {address && (
        // biome-ignore lint/a11y/useMediaCaption: there is no transcript
        <audio
          ref={audio}
          src={address.url}
          preload="metadata"
          onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
          onDurationChange={(event) => setLength(event.currentTarget.duration)}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => seek(0)}
          onError={() => renewAddress(media.id)}
        />
      )}
      <ActionIcon
        className={classes.play}
        size={38}
        radius="xl"
        disabled={!address}
        aria-label={isPlaying ? texts.pause : texts.play}
        onClick={toggle}
        data-testid="audio-play"
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <div className={classes.middle}>
        <input
          type="range"
          className={classes.bar}
          min={0}
          max={length > 0 && Number.isFinite(length) ? length : 1}
          step={0.05}
          value={at}
          aria-label={t('inbox:media.audio.position')}
          aria-valuetext={t('inbox:media.audio.positionText', {
            at: formatDuration(at),
            length: formatDuration(length),
          })}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <span className={classes.facts}>
          <span>{texts.label}</span>
          <span>
            {isPlaying || at > 0
              ? `${formatDuration(at)} / ${formatDuration(length)}`
              : formatDuration(length)}
          </span>
        </span>
      </div>
      <UnstyledButton
        className={classes.speed}
        aria-label={t('inbox:media.audio.speed', { speed })}
        onClick={changeSpeed}
        data-testid="audio-speed"
      >
        {speed}×
      </UnstyledButton>
      <ActionIcon
        className={classes.save}
        variant="subtle"
        size={30}
        aria-label={texts.download}
        loading={isSaving}
        onClick={save}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </div>
  );
}

let playing: HTMLAudioElement | null = null;

function textsOf(isVoice: boolean) {
  return isVoice
    ? {
        label: t('inbox:kinds.labels.voice'),
        play: t('inbox:media.audio.playVoice'),
        pause: t('inbox:media.audio.pauseVoice'),
        download: t('inbox:media.audio.downloadVoice'),
      }
    : {
        label: t('inbox:kinds.labels.audio'),
        play: t('inbox:media.audio.playAudio'),
        pause: t('inbox:media.audio.pauseAudio'),
        download: t('inbox:media.audio.downloadAudio'),
      };
}
