import { z } from 'zod';
import { PasswordSchema } from '../../shared/contract/members.contract.ts';
import { EmailSchema, lineText } from '../../shared/domain/text.ts';
import { callbackUrlOf } from '../cloud-api/callback-address.ts';
import { TenantsRepository } from '../features/tenants/index.ts';
import { provisionTenant } from '../flows/provision-tenant.ts';
import { encodeTenantId } from '../kernel/ids.ts';
import { defineCommand } from './command.ts';
import { addressWarnings } from './tenant-of.ts';

/** `tenant create`: a workspace with its first owner. */
export const tenantCreate = defineCommand({
  group: 'tenant',
  name: 'create',
  summary: 'make a workspace and its owner',
  options: [
    ['--name <text>', 'what the workspace is called'],
    ['--owner-email <address>', 'the address that the owner signs in with'],
    ['--owner-password <text>', 'at least 8 characters; - reads it from standard input'],
  ],
  secrets: ['ownerPassword'],
  input: z.object({
    name: lineText({ min: 1, max: 80 }),
    ownerEmail: EmailSchema,
    ownerPassword: PasswordSchema,
  }),
  run: async (input, container) => {
    const { scope, verifyToken, ownerId } = await provisionTenant(container.database, {
      workspaceName: input.name,
      name: nameFromEmail(input.ownerEmail),
      email: input.ownerEmail,
      password: input.ownerPassword,
    });
    const { tenantId } = scope;
    return { tenantId, verifyToken, callbackUrl: callbackUrlOf(container.config, tenantId), ownerId };
  },
  warnings: addressWarnings,
});

/** `tenant list`: the ids that every other command asks for. */
export const tenantList = defineCommand({
  group: 'tenant',
  name: 'list',
  summary: 'list the workspaces',
  options: [],
  input: z.object({}),
  run: async (_input, { database }) => {
    const tenants = await new TenantsRepository(database).list();
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

/** The command line asks for no name: the part before the @ stands in until its owner changes it. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, 80);
}
