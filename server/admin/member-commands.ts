import { AddMemberSchema } from '../../shared/contract/members.contract.ts';
import { addMember } from '../features/people/index.ts';
import { defineCommand } from './command.ts';
import { nameFromEmail } from './tenant-commands.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `member add`: the operator may add anyone, including an owner. */
export const memberAdd = defineCommand({
  group: 'member',
  name: 'add',
  summary: 'add a person to a workspace',
  options: [
    TENANT_OPTION,
    ['--email <address>', 'the address that they sign in with'],
    ['--password <text>', 'at least 8 characters; - reads it from standard input'],
    ['--role <role>', 'owner, admin or staff'],
  ],
  secrets: ['password'],
  input: AddMemberSchema.omit({ name: true }).extend({ tenant: TenantOptionSchema }),
  run: async ({ tenant, ...given }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const member = { ...given, name: nameFromEmail(given.email) };
    return addMember(container.contextFor(scope), member);
  },
});
