import { z } from 'zod';

/** An id of the platform: of an app, an account, a number. */
export const PlatformIdSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a platform id: at most 64 letters and digits');

/** Secrets are pasted: a blank or a line break inside one is a slip, and would break a header. */
export const platformSecret = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\x21-\x7e]*$/, 'must not contain spaces or special characters');

/** What the platform sends by SMS or says on the phone; it may be typed with a hyphen or blank in the middle. */
export const OneTimeCodeSchema = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be the 6 digits of the code'));

/** Two-step verification of a number. */
export const PinSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'must be 6 digits');

/** The five values of a connection. A secret that is left out stays as it is stored. */
export const SaveCredentialsSchema = z.strictObject({
  appId: PlatformIdSchema,
  appSecret: platformSecret(256).optional(),
  accessToken: platformSecret(1_024).optional(),
  wabaId: PlatformIdSchema,
  phoneNumberId: PlatformIdSchema,
  unchecked: z.boolean().default(false).describe('Store them without asking the platform'),
});
