import { z } from 'zod';
import { PasswordSchema } from '../../shared/contract/access/members.contract.ts';
import { CountrySchema } from '../../shared/domain/country.ts';
import { EmailSchema, lineText } from '../../shared/domain/text.ts';
import { changeWorkspace, listTenants } from '../features/workspaces/index.ts';
import { provisionTenant } from '../flows/access/provision-tenant.ts';
import { removeDemoPasswords } from '../flows/demo/demo-record.ts';
import { encodeTenantId } from '../kernel/ids.ts';
import { removeSetupCode } from '../kernel/setup-code/setup-code-file.ts';
import { callbackUrlOf } from '../platform/account/callback-url.ts';
import { defineCommand } from './command.ts';
import { addressWarnings, TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `tenant create`: creates a workspace with its first owner. */
export const tenantCreate = defineCommand({
  group: 'tenant',
  name: 'create',
  summary: 'create a workspace and its owner',
  options: [
    ['--name <text>', 'what the workspace is called'],
    ['--owner-email <address>', 'the address that the owner signs in with'],
    ['--owner-password <text>', 'at least 10 characters; - reads it from standard input'],
    ['--country <code>', 'default country for phone numbers without a country code, such as BR'],
  ],
  secrets: ['ownerPassword'],
  input: z.object({
    name: lineText({ min: 1, max: 80 }),
    ownerEmail: EmailSchema,
    ownerPassword: PasswordSchema,
    country: CountrySchema.optional(),
  }),
  run: async (input, container) => {
    const { scope, verifyToken, ownerId } = await provisionTenant(container.resources, {
      workspaceName: input.name,
      name: nameFromEmail(input.ownerEmail),
      email: input.ownerEmail,
      password: input.ownerPassword,
      defaultCountry: input.country,
    });
    removeSetupCode(container.config.dataDir);
    removeDemoPasswords(container.config.dataDir);
    const { tenantId } = scope;
    return { tenantId, verifyToken, callbackUrl: callbackUrlOf(container.config, tenantId), ownerId };
  },
  warnings: addressWarnings,
});

/** `tenant set`: changes the settings of a workspace. */
export const tenantSet = defineCommand({
  group: 'tenant',
  name: 'set',
  summary: 'change the settings of a workspace',
  options: [
    TENANT_OPTION,
    [
      '--country <code>',
      'default country for phone numbers without a country code, such as BR; `none` clears it',
    ],
  ],
  input: z.object({
    tenant: TenantOptionSchema,
    country: z.union([CountrySchema, z.literal('none')], {
      error: 'must be a two-letter ISO 3166-1 country code, such as BR, or none',
    }),
  }),
  run: async ({ tenant, country }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const defaultCountry = country === 'none' ? null : country;
    await changeWorkspace(container.contextFor(scope), { defaultCountry });
    return { tenantId: tenant, defaultCountry };
  },
});

/** `tenant list`: prints the ids that the other commands need. */
export const tenantList = defineCommand({
  group: 'tenant',
  name: 'list',
  summary: 'list the workspaces',
  options: [],
  input: z.object({}),
  run: async (_input, { database }) => {
    const tenants = await listTenants({ db: database });
    return {
      data: tenants.map(({ id, name, createdAt, isDemo }) => ({
        tenantId: encodeTenantId(id),
        name,
        isDemo: isDemo === 1,
        createdAt: createdAt.toISOString(),
      })),
    };
  },
});

/** Returns the part before the @, which is the person's name until they change it. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, 80);
}
