import { z } from 'zod';
import { ResponseRulesSchema } from '../contract/inbox/business-hours.contract.ts';
import { WorkspaceSettingsSchema } from '../contract/workspace.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { TimeSchema } from '../domain/text.ts';
import { defineEvent } from './define.ts';

const apiKey = z.object({ id: idSchema('apiKey'), name: z.string() });
const inferenceKey = z.object({ id: idSchema('inferenceKey'), name: z.string() });
const member = z.object({ id: idSchema('user'), name: z.string() });

/** Changes to keys, invitations and members, whose names everyone sees. Clients fetch the lists again. */
export const settingsEvents = {
  'api_key.created': defineEvent({ payload: apiKey, audience: 'admins', webhook: false }),
  'api_key.revoked': defineEvent({ payload: apiKey, audience: 'admins', webhook: false }),
  /** Its name, limits or secret have changed. */
  'api_key.changed': defineEvent({ payload: apiKey, audience: 'admins', webhook: false }),
  /** It expires in a week or in a day. */
  'api_key.expiring': defineEvent({
    payload: apiKey.extend({ expiresAt: TimeSchema }),
    audience: 'admins',
    webhook: false,
  }),
  'inference_key.created': defineEvent({ payload: inferenceKey, audience: 'admins', webhook: false }),
  'inference_key.changed': defineEvent({ payload: inferenceKey, audience: 'admins', webhook: false }),
  /** It expires in a week or in a day. */
  'inference_key.expiring': defineEvent({
    payload: inferenceKey.extend({ expiresAt: TimeSchema }),
    audience: 'admins',
    webhook: false,
  }),
  'inference_key.revoked': defineEvent({ payload: inferenceKey, audience: 'admins', webhook: false }),
  /** The name or the default country of the workspace has changed. */
  'workspace.changed': defineEvent({
    payload: z.object({ settings: WorkspaceSettingsSchema }),
    audience: 'everyone',
    webhook: false,
  }),
  /** When the team works, or its response targets, have changed. */
  'business_hours.changed': defineEvent({
    payload: z.object({ rules: ResponseRulesSchema }),
    audience: 'everyone',
    webhook: false,
  }),
  /** How conversations are assigned has changed: pages that show it fetch it again. */
  'assignment.changed': defineEvent({ payload: z.object({}), audience: 'admins', webhook: false }),
  'invitation.changed': defineEvent({
    payload: z.object({ id: idSchema('invitation'), email: z.string() }),
    audience: 'admins',
    webhook: false,
  }),
  'member.added': defineEvent({ payload: member, audience: 'everyone', webhook: false }),
  'member.changed': defineEvent({ payload: member, audience: 'everyone', webhook: false }),
  'member.removed': defineEvent({ payload: member, audience: 'everyone', webhook: false }),
};
