import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { ROLES } from '../../domain/roles.ts';
import { EmailSchema, lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

export const RoleSchema = z.enum(ROLES);
/** The name of a person, as they and admins can change it. */
export const MemberNameSchema = lineText({ min: 1, max: 80 });

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

/** A member as every member sees them. */
export const ColleagueSchema = MemberSchema.pick({ id: true, name: true, role: true }).extend({
  isAway: z.boolean().describe('They take no new conversations'),
});

/** A person as the operator adds them, on the command line. In the dashboard, people are invited. */
export const AddMemberSchema = z.strictObject({
  name: MemberNameSchema,
  email: EmailSchema,
  password: PasswordSchema,
  role: RoleSchema,
});

export const ChangeMemberSchema = z.strictObject({
  name: MemberNameSchema.optional(),
  role: RoleSchema.optional(),
});

/** A link that works once. Only the response that creates it contains it. */
export const AccessLinkSchema = z.strictObject({
  url: z.string().describe('The secret is in the fragment, which browsers do not send to servers'),
  expiresAt: TimeSchema,
});

const byId = z.object({ id: z.string().max(64) });

export const membersContract = {
  list: route('members:manage')
    .route({ method: 'GET', path: '/members' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(MemberSchema) })),
  /** The names that everyday work shows: who can be assigned or mentioned. */
  colleagues: route('messages:read')
    .route({ method: 'GET', path: '/colleagues' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ColleagueSchema) })),
  /** A new role must be confirmed, and ends the member's sessions. */
  change: route('members:manage', 'sometimes')
    .route({ method: 'PATCH', path: '/members/{id}' })
    .errors(errors('member_not_found', 'last_owner'))
    .input(z.object({ params: byId, body: ChangeMemberSchema }))
    .output(MemberSchema),
  /** Creates a link with which the member sets a new password. An earlier one stops working. */
  resetLink: route('members:manage', 'confirmed')
    .route({ method: 'POST', path: '/members/{id}/reset-link', successStatus: 201 })
    .errors(errors('member_not_found'))
    .input(z.object({ params: byId }))
    .output(AccessLinkSchema),
  /** Ends all sessions of a member. */
  signOut: route('members:manage')
    .route({ method: 'POST', path: '/members/{id}/sign-out' })
    .errors(errors('member_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ sessions: z.int().describe('The number of sessions that ended') })),
  remove: route('members:manage', 'confirmed')
    .route({ method: 'DELETE', path: '/members/{id}' })
    .errors(errors('member_not_found', 'last_owner'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('user'), deleted: z.literal(true) })),
};

export type Colleague = z.infer<typeof ColleagueSchema>;
export type Member = z.infer<typeof MemberSchema>;
export type AddMember = z.infer<typeof AddMemberSchema>;
