import { z } from 'zod';
import { checkCredentials } from '../cloud-api/check-credentials.ts';
import { defineCommand } from './command.ts';
import { callbackUrlOf, callbackWarnings, TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

const PlatformIdSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id of the platform: letters and digits, at most 64');
/** Secrets are pasted: a blank or a line break inside one is a slip, and would break a header. */
const secret = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\x21-\x7e]*$/, 'must not contain blanks or special characters');

/** `cloud-api set`: connects a workspace with its account on the messaging platform. */
export const cloudApiSet = defineCommand({
  group: 'cloud-api',
  name: 'set',
  summary: 'connect a workspace with its number on the platform',
  options: [
    TENANT_OPTION,
    ['--app-id <id>', 'the app'],
    ['--app-secret <text>', 'its secret, which signs callbacks; - reads it from standard input'],
    ['--access-token <text>', 'a token that may send for the number; - reads it from standard input'],
    ['--waba-id <id>', 'the business account'],
    ['--phone-number-id <id>', 'the id of the number, not the number itself'],
    ['--no-verify', 'store them without asking the platform'],
  ],
  secrets: ['appSecret', 'accessToken'],
  input: z.object({
    tenant: TenantOptionSchema,
    appId: PlatformIdSchema,
    appSecret: secret(256),
    accessToken: secret(1_024),
    wabaId: PlatformIdSchema,
    phoneNumberId: PlatformIdSchema,
    verify: z.boolean(),
  }),
  run: async ({ tenant, verify, ...credentials }, container) => {
    const { scope, verifyToken } = await tenantOf(container, tenant);
    const number = verify ? await checkCredentials(container.config, credentials) : {};
    await container.services.settings.save(scope, credentials);
    return {
      tenantId: tenant,
      phoneNumberId: credentials.phoneNumberId,
      verified: verify,
      ...number,
      callbackUrl: callbackUrlOf(container, tenant),
      verifyToken,
    };
  },
  warnings: callbackWarnings,
});
