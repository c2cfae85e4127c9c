import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

/** A signed-in session of the person, with what its user agent says about the device. */
export const DeviceSchema = z.strictObject({
  id: idSchema('session'),
  app: z.string().nullable().describe('The browser, such as Firefox, or Switchboard for the desktop app'),
  system: z.string().nullable().describe('The operating system, such as Windows'),
  isPhone: z.boolean(),
  isCurrent: z.boolean().describe('The session of this request'),
  createdAt: TimeSchema,
  lastSeenAt: TimeSchema,
});

/** The signed-in sessions of the person. */
export const devicesContract = {
  /** The current one first, then the most recently used. */
  list: route('session')
    .route({ method: 'GET', path: '/session/devices' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(DeviceSchema) })),
  signOut: route('session')
    .route({ method: 'DELETE', path: '/session/devices/{id}' })
    .errors(errors('session_not_found'))
    .input(z.object({ params: z.object({ id: z.string().max(64) }) }))
    .output(z.strictObject({ id: idSchema('session'), signedOut: z.literal(true) })),
  /** Ends all sessions of the person except this one. */
  signOutOthers: route('session')
    .route({ method: 'POST', path: '/session/devices/sign-out-others' })
    .input(z.object({}))
    .output(z.strictObject({ sessions: z.int().describe('The number of sessions that ended') })),
};

export type Device = z.infer<typeof DeviceSchema>;
