import * as z from 'zod/mini';

const VoiceSchema = z.object({ audio: z.object({ voice: z.literal(true) }) });

/** Returns whether an audio file is a voice message, recorded on the phone. */
export function isVoice(payload: Record<string, unknown> | null): boolean {
  return VoiceSchema.safeParse(payload).success;
}
