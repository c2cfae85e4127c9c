import { z } from 'zod';
import { PasswordSchema } from '../../shared/contract/members.contract.ts';
import { EmailSchema, lineText } from '../../shared/domain/text.ts';
import { provisionTenant } from '../flows/provision-tenant.ts';
import { defineCommand } from './command.ts';
import { callbackUrlOf } from './tenant-of.ts';

/** `tenant create`: a workspace with its first owner. */
export const tenantCreate = defineCommand({
  group: 'tenant',
  name: 'create',
  summary: 'make a workspace and its owner',
  options: [
    ['--name <text>', 'what the workspace is called'],
    ['--owner-email <address>', 'the address that the owner signs in with'],
    ['--owner-password <text>', 'at least 8 characters'],
  ],
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
    return { tenantId, verifyToken, callbackUrl: callbackUrlOf(container, tenantId), ownerId };
  },
});

/** The command line asks for no name: the part before the @ stands in until its owner changes it. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.indexOf('@')).slice(0, 80);
}
