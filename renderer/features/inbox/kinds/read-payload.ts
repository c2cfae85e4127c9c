import { isObject } from '../../../lib/checks.ts';

/** Returns whether an audio file is a voice message, recorded on the phone. */
export function isVoice(payload: Record<string, unknown> | null): boolean {
  return isObject(payload?.audio) && payload.audio.voice === true;
}
