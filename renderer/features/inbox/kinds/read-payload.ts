import { z } from 'zod';

const VoiceSchema = z.object({ audio: z.object({ voice: z.literal(true) }) });

/** Whether a sound was spoken into the phone, and is no file that was passed on. */
export function isVoice(payload: Record<string, unknown> | null): boolean {
  return VoiceSchema.safeParse(payload).success;
}
