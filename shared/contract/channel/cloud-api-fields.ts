import { z } from 'zod';

/** A platform id of an app, an account or a number. */
export const PlatformIdSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id from Meta: at most 64 letters and digits');

/** Returns the schema of a pasted secret. Spaces and line breaks would break a header. */
export const platformSecret = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\x21-\x7e]*$/, 'must not contain spaces or special characters');

/** The code that the platform sends by SMS or phone call, possibly with a hyphen or space in it. */
export const OneTimeCodeSchema = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be the 6 digits of the code'));

/** The PIN of a number's two-step verification. */
export const PinSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'must be 6 digits');

/** The five values of a connection. An omitted secret keeps its stored value. */
export const SaveCredentialsSchema = z.strictObject({
  appId: PlatformIdSchema,
  appSecret: platformSecret(256).optional(),
  accessToken: platformSecret(1_024).optional(),
  wabaId: PlatformIdSchema,
  phoneNumberId: PlatformIdSchema,
  unchecked: z.boolean().default(false).describe('Store them without checking them with WhatsApp'),
});
