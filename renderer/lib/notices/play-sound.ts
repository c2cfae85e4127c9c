import type { NoticeSound } from './notice-settings.store.ts';

interface Tone {
  hertz: number;
  /** When it starts and how long it sounds, in seconds. */
  at: number;
  length: number;
  /** The pitch at its end, where it glides. */
  to?: number;
  type?: OscillatorType;
}

/** Each sound as tones, so that no files are loaded. */
const SOUNDS: Readonly<Record<Exclude<NoticeSound, 'none'>, readonly Tone[]>> = {
  chime: [
    { hertz: 784, at: 0, length: 0.35 },
    { hertz: 1046.5, at: 0.12, length: 0.35 },
  ],
  bell: [
    { hertz: 1318.5, at: 0, length: 0.9 },
    { hertz: 2637, at: 0, length: 0.4 },
    { hertz: 3951, at: 0, length: 0.2 },
  ],
  drop: [{ hertz: 1200, to: 420, at: 0, length: 0.18 }],
  knock: [
    { hertz: 180, to: 90, at: 0, length: 0.12, type: 'triangle' },
    { hertz: 180, to: 90, at: 0.16, length: 0.12, type: 'triangle' },
  ],
};

/** How loud a sound is at full volume: several tones at once stay below what distorts. */
const LOUDEST = 0.24;
const SILENT = 0.0001;

let audio: AudioContext | null = null;

/** Plays a sound. Silent before the person has clicked anywhere, as browsers require. */
export function playSound(sound: NoticeSound, volume: number): void {
  if (sound === 'none' || volume <= 0) return;
  audio ??= new AudioContext();
  void audio.resume();
  const start = audio.currentTime;
  for (const { hertz, at, length, to = hertz, type = 'sine' } of SOUNDS[sound]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const [from, end] = [start + at, start + at + length];
    tone.type = type;
    tone.frequency.setValueAtTime(hertz, from);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUDEST * volume, from + 0.012);
    gain.gain.exponentialRampToValueAtTime(SILENT, end);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(end + 0.01);
  }
}
