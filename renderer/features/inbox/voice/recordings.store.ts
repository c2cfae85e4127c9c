import { create } from 'zustand';
import { onLeave } from '../../../lib/on-leave.ts';

/** How long a voice message can be: 10 minutes, which is 2.5 MB of the platform's 16. */
export const RECORDING_MAX_MS = 600_000;
/** The times at which the level is measured. */
const LEVEL_EVERY_MS = 80;
/** In the order of preference: the platform takes Ogg and MP4, and WebM is put into Ogg. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];
/** Enough for speech. */
const BITS_PER_SECOND = 32_000;

export type RecordingProblem = 'blocked' | 'noMicrophone' | 'busy' | 'insecure' | 'unsupported';

/** A voice message that is not sent. It stays when another conversation is opened, until the page is closed. */
export interface Recording {
  phase: 'starting' | 'recording' | 'recorded' | 'sending' | 'refused';
  /** The length so far. */
  ms: number;
  /** The loudness at each time that it was measured, from 0 to 1. */
  levels: readonly number[];
  /** The sound in a format of the platform; null before it is recorded. */
  file: File | null;
  /** Why there is nothing to record with. */
  problem: RecordingProblem | null;
  /** Why it was not sent; null unless sending has failed. */
  failure: string | null;
}

const NEW: Recording = { phase: 'starting', ms: 0, levels: [], file: null, problem: null, failure: null };

/** Recordings by conversation. */
export const useRecordings = create<Readonly<Record<string, Recording>>>(() => ({}));

/** The one that is being recorded: there is one microphone. */
let active: { conversationId: string; stop(): void } | null = null;
/** Which start the recording of a conversation is from: what comes late from a discarded one is dropped. */
const starts = new Map<string, symbol>();

onLeave(() => {
  starts.clear();
  useRecordings.setState({}, true);
  active?.stop();
});

/** Changes what is known of a recording, unless it was discarded. */
export function patchRecording(id: string, patch: Partial<Recording>): void {
  const known = useRecordings.getState()[id];
  if (known) useRecordings.setState({ [id]: { ...known, ...patch } });
}

/** Deletes a recording. */
export function discardRecording(id: string): void {
  starts.delete(id);
  const { [id]: _deleted, ...others } = useRecordings.getState();
  useRecordings.setState(others, true);
  if (active?.conversationId === id) active.stop();
}

/** Ends a recording and keeps it. One that has not begun is discarded: it must not begin where no one sees it. */
export function stopRecording(id: string): void {
  if (useRecordings.getState()[id]?.phase === 'starting') discardRecording(id);
  if (active?.conversationId === id) active.stop();
}

/**
 * Asks for the microphone and records, until it is stopped or too long. Does nothing where there is a recording already,
 * and ends the one of another conversation.
 */
export async function startRecording(id: string): Promise<void> {
  const known = useRecordings.getState()[id];
  if (known && known.phase !== 'refused') return;
  for (const other of Object.keys(useRecordings.getState())) stopRecording(other);
  const start = Symbol(id);
  starts.set(id, start);
  // It may be discarded while the browser asks the person, and even started again.
  const isWanted = () => starts.get(id) === start;
  useRecordings.setState({ [id]: { ...NEW } });
  let microphone: MediaStream | null = null;
  try {
    const type = TYPES.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
    if (!navigator.mediaDevices) throw new DOMException('', window.isSecureContext ? '' : 'SecurityError');
    if (type === undefined) throw new DOMException('', 'NotSupportedError');
    microphone = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
    });
    if (isWanted()) record(id, microphone, type, isWanted);
    else release(microphone);
  } catch (error) {
    if (microphone) release(microphone);
    if (isWanted()) patchRecording(id, { phase: 'refused', problem: problemOf(error) });
  }
}

function record(id: string, microphone: MediaStream, type: string, isWanted: () => boolean): void {
  const context = new AudioContext();
  const input = context.createMediaStreamSource(microphone);
  const meter = new AnalyserNode(context, { fftSize: 1_024 });
  // The platform takes one channel only.
  const mono = new MediaStreamAudioDestinationNode(context, {
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  input.connect(meter);
  input.connect(mono);
  const recorder = new MediaRecorder(mono.stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  const from = performance.now();
  const samples = new Float32Array(meter.fftSize);
  const timer = setInterval(() => {
    const ms = performance.now() - from;
    meter.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    const levels = [...(useRecordings.getState()[id]?.levels ?? []), Math.min(1, Math.sqrt(power) * 4)];
    patchRecording(id, { ms: Math.min(ms, RECORDING_MAX_MS), levels });
    if (ms >= RECORDING_MAX_MS) stop();
  }, LEVEL_EVERY_MS);

  function stop(): void {
    if (active?.stop === stop) active = null;
    clearInterval(timer);
    if (recorder.state !== 'inactive') recorder.stop();
    release(microphone);
    void context.close();
  }

  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => void finish(id, new Blob(parts, { type }), isWanted);
  // The microphone was unplugged, or its permission withdrawn.
  for (const track of microphone.getTracks()) track.onended = stop;
  active = { conversationId: id, stop };
  recorder.start();
  patchRecording(id, { phase: 'recording' });
}

async function finish(id: string, sound: Blob, isWanted: () => boolean): Promise<void> {
  if (!isWanted()) return;
  try {
    const { toOgg } = await import('../../../lib/to-ogg.ts');
    const isWebm = sound.type.startsWith('audio/webm');
    const blob = isWebm ? await toOgg(sound) : sound;
    const [type = ''] = blob.type.split(';', 1);
    const name = `voice-note.${type === 'audio/mp4' ? 'm4a' : 'ogg'}`;
    if (isWanted()) patchRecording(id, { phase: 'recorded', file: new File([blob], name, { type }) });
  } catch {
    if (isWanted()) patchRecording(id, { phase: 'refused', problem: 'unsupported' });
  }
}

function release(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop();
}

function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'blocked';
  if (name === 'SecurityError') return 'insecure';
  if (name === 'NotFoundError') return 'noMicrophone';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported';
}
