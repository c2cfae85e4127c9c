import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { EmailSchema, lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { AccessLinkSchema, PasswordSchema, RoleSchema } from './members.contract.ts';
import { SessionSchema } from './session.contract.ts';

/** A workspace can have this many invitations that wait. */
export const INVITATION_LIMIT = 50;

export const InvitationSchema = z.strictObject({
  id: idSchema('invitation'),
  email: z.string(),
  role: RoleSchema,
  state: z.enum(['pending', 'accepted', 'expired']),
  createdBy: z.string(),
  createdAt: TimeSchema,
  expiresAt: TimeSchema,
  acceptedAt: TimeSchema.nullable(),
});

export const InviteSchema = z.strictObject({ email: EmailSchema, role: RoleSchema });

const token = z.string().min(1).max(200).describe('The fragment of the link');

/** Invitations of new members. The server sends no mail: the person who invites sends the link. */
export const invitationsContract = {
  /** Newest first. Accepted and expired ones are listed for 30 days. */
  list: route('members:manage')
    .route({ method: 'GET', path: '/invitations' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(InvitationSchema), limit: z.int() })),
  /** Replaces an earlier invitation for the same email address. */
  create: route('members:manage', 'confirmed')
    .route({ method: 'POST', path: '/invitations', successStatus: 201 })
    .errors(errors('member_email_taken', 'invitation_limit_reached'))
    .input(z.object({ body: InviteSchema }))
    .output(z.strictObject({ invitation: InvitationSchema, link: AccessLinkSchema })),
  revoke: route('members:manage')
    .route({ method: 'DELETE', path: '/invitations/{id}' })
    .errors(errors('invitation_not_found'))
    .input(z.object({ params: z.object({ id: z.string().max(64) }) }))
    .output(z.strictObject({ id: idSchema('invitation'), revoked: z.literal(true) })),
};

/** What the page of a link does. The token is in the body, never in a URL that servers log. */
export const accessLinksContract = {
  /** Returns what a link is for, without using it. */
  open: route('open')
    .route({ method: 'POST', path: '/access-links/open' })
    .errors(errors('access_link_invalid', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ token }) }))
    .output(
      z.strictObject({
        kind: z.enum(['invitation', 'reset']),
        workspaceName: z.string(),
        email: z.string(),
        role: RoleSchema.nullable().describe('Of an invitation'),
        expiresAt: TimeSchema,
      }),
    ),
  /** Adds the invited person and signs them in, unless the workspace requires a second factor first. */
  accept: route('open')
    .route({ method: 'POST', path: '/access-links/accept', successStatus: 201 })
    .errors(
      errors(
        'access_link_invalid',
        'member_email_taken',
        'password_too_common',
        'password_too_personal',
        'rate_limited',
      ),
    )
    .input(
      z.object({
        body: z.strictObject({ token, name: lineText({ min: 1, max: 80 }), password: PasswordSchema }),
      }),
    )
    .output(
      z.strictObject({
        session: SessionSchema.nullable().describe(
          'Null when the person must sign in to set up a second factor',
        ),
      }),
    ),
  /** Sets a new password and ends all sessions of the member, who then signs in. */
  resetPassword: route('open')
    .route({ method: 'POST', path: '/access-links/reset-password' })
    .errors(errors('access_link_invalid', 'password_too_common', 'password_too_personal', 'rate_limited'))
    .input(z.object({ body: z.strictObject({ token, password: PasswordSchema }) }))
    .output(z.strictObject({ email: z.string() })),
};

export type Invitation = z.infer<typeof InvitationSchema>;
export type Invite = z.infer<typeof InviteSchema>;
