import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import classes from './audio-player.module.css';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import { fileName, formatDuration } from './media-words.ts';
import { useSaving } from './use-saving.ts';

const SPEEDS = [1, 1.5, 2] as const;

/** A voice message or a sound: play, wind, faster. Only one plays at a time. */
export function AudioPlayer({ media, label }: { media: Media; label: string }) {
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
    // Refused when the file is gone or the page may not play: the button stays as it is.
    player.play().catch(() => setPlaying(false));
  }

  function faster(): void {
    const next = SPEEDS[(SPEEDS.indexOf(speed as 1) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  }

  function wind(seconds: number): void {
    setAt(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  }

  return (
    <div className={classes.player} data-testid="media-audio">
      {address && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
        <audio
          ref={audio}
          src={address.url}
          preload="metadata"
          onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
          onDurationChange={(event) => setLength(event.currentTarget.duration)}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => wind(0)}
          onError={() => renewAddress(media.id)}
        />
      )}
      <ActionIcon
        className={classes.play}
        size={38}
        radius="xl"
        disabled={!address}
        aria-label={`${isPlaying ? 'Pause' : 'Play'} ${label.toLowerCase()}`}
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
          aria-label="Position"
          aria-valuetext={`${formatDuration(at)} of ${formatDuration(length)}`}
          onChange={(event) => wind(Number(event.currentTarget.value))}
        />
        <span className={classes.facts}>
          <span>{label}</span>
          <span>
            {isPlaying || at > 0
              ? `${formatDuration(at)} / ${formatDuration(length)}`
              : formatDuration(length)}
          </span>
        </span>
      </div>
      <UnstyledButton
        className={classes.speed}
        aria-label={`Speed ${speed}×`}
        onClick={faster}
        data-testid="audio-speed"
      >
        {speed}×
      </UnstyledButton>
      <ActionIcon
        className={classes.save}
        variant="subtle"
        size={30}
        aria-label={`Download ${label.toLowerCase()}`}
        loading={isSaving}
        onClick={save}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </div>
  );
}

let playing: HTMLAudioElement | null = null;
