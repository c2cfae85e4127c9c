import { z } from 'zod';
import { PlatformIdSchema, platformSecret } from '../../shared/contract/channel/cloud-api-fields.ts';
import { AppError } from '../../shared/domain/errors.ts';
import type { Container } from '../container.ts';
import { callbackUrlOf } from '../platform/account/callback-url.ts';
import {
  type CheckedCredentials,
  checkCredentials,
  demandGood,
} from '../platform/account/check-credentials.ts';
import { defineCommand } from './command.ts';
import { addressWarnings, TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `cloud-api set`: connects a workspace with its account on the messaging platform. */
export const cloudApiSet = defineCommand({
  group: 'cloud-api',
  name: 'set',
  summary: 'connect a workspace with its WhatsApp number',
  options: [
    TENANT_OPTION,
    ['--app-id <id>', 'the app'],
    ['--app-secret <text>', 'its secret, which signs callbacks; - reads it from standard input'],
    ['--access-token <text>', 'a token that may send for the number; - reads it from standard input'],
    ['--waba-id <id>', 'the business account'],
    ['--phone-number-id <id>', 'the id of the number, not the number itself'],
    ['--no-verify', 'store them without asking WhatsApp'],
  ],
  secrets: ['appSecret', 'accessToken'],
  input: z.object({
    tenant: TenantOptionSchema,
    appId: PlatformIdSchema,
    appSecret: platformSecret(256),
    accessToken: platformSecret(1_024),
    wabaId: PlatformIdSchema,
    phoneNumberId: PlatformIdSchema,
    verify: z.boolean(),
  }),
  run: async ({ tenant, verify, ...credentials }, container) => {
    const { scope, verifyToken } = await tenantOf(container, tenant);
    const checked = verify ? await verified(container, credentials) : null;
    await container.saveCredentials(container.contextFor(scope), credentials, {
      ...(checked && { number: checked.number, tokenExpiresAt: checked.tokenExpiresAt }),
    });
    return {
      tenantId: tenant,
      phoneNumberId: credentials.phoneNumberId,
      verified: verify,
      ...(checked && {
        displayPhoneNumber: checked.number?.displayPhoneNumber ?? null,
        verifiedName: checked.number?.verifiedName ?? null,
        tokenExpiresAt: checked.tokenExpiresAt?.toISOString() ?? null,
      }),
      callbackUrl: callbackUrlOf(container.config, tenant),
      verifyToken,
    };
  },
  warnings: addressWarnings,
});

async function verified(
  { graphHttp, resources }: Container,
  credentials: Parameters<typeof checkCredentials>[1],
): Promise<CheckedCredentials> {
  try {
    const checked = await checkCredentials(graphHttp, credentials, resources.clock.now());
    demandGood(checked);
    return checked;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'platform_unreachable') throw error;
    throw new AppError('unavailable', {
      message: `${error.message} Or store them unchecked with --no-verify.`,
    });
  }
}
