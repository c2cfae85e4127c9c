import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { ROLES } from '../domain/roles.ts';
import { EmailSchema, lineText, TimeSchema } from '../domain/text.ts';
import { errors, route } from './base.ts';

export const RoleSchema = z.enum(ROLES);
export const PasswordSchema = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(128, 'must have at most 128 characters');

export const MemberSchema = z.strictObject({
  id: idSchema('user'),
  name: z.string(),
  email: z.string(),
  role: RoleSchema,
  createdAt: TimeSchema,
  lastSeenAt: TimeSchema.nullable(),
  hasTwoFactor: z.boolean().describe('Signing in needs a second factor'),
});

export const AddMemberSchema = z.strictObject({
  name: lineText({ min: 1, max: 80 }),
  email: EmailSchema,
  password: PasswordSchema,
  role: RoleSchema,
});

export const ChangeMemberSchema = z.strictObject({
  name: lineText({ min: 1, max: 80 }).optional(),
  role: RoleSchema.optional(),
  password: PasswordSchema.optional(),
});

const byId = z.object({ id: z.string().max(64) });

export const membersContract = {
  list: route('members:manage')
    .route({ method: 'GET', path: '/members' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(MemberSchema) })),
  add: route('members:manage')
    .route({ method: 'POST', path: '/members', successStatus: 201 })
    .errors(errors('member_email_taken', 'password_too_common', 'password_too_personal'))
    .input(z.object({ body: AddMemberSchema }))
    .output(MemberSchema),
  change: route('members:manage')
    .route({ method: 'PATCH', path: '/members/{id}' })
    .errors(errors('member_not_found', 'last_owner', 'password_too_common', 'password_too_personal'))
    .input(z.object({ params: byId, body: ChangeMemberSchema }))
    .output(MemberSchema),
  remove: route('members:manage')
    .route({ method: 'DELETE', path: '/members/{id}' })
    .errors(errors('member_not_found', 'last_owner'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('user'), deleted: z.literal(true) })),
};

export type Member = z.infer<typeof MemberSchema>;
export type AddMember = z.infer<typeof AddMemberSchema>;
