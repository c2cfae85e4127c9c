import { z } from 'zod';
import { errors, route } from './base.ts';

/** The first steps of a workspace. */
export const WelcomeSchema = z.strictObject({
  steps: z
    .strictObject({
      testPhone: z
        .boolean()
        .describe('A message went each way with the test phone, or a number made it unnecessary'),
      number: z.boolean().describe('A number that is not the test number is connected'),
      colleague: z.boolean().describe('There is a second person, or an open invitation'),
      contacts: z.boolean(),
      key: z.boolean().describe('An API key was created, even if it was revoked since'),
    })
    .describe('Whether each step is done'),
  isHidden: z.boolean(),
  hasTestNumber: z.boolean().describe('The test number is the one that is connected'),
  canOpenTestPhone: z.boolean().describe('The server runs with the sandbox'),
  phonePageUrl: z.string().nullable().describe('The phone of the test number; null while none is connected'),
});

export const welcomeContract = {
  get: route('settings:manage')
    .route({ method: 'GET', path: '/welcome' })
    .input(z.object({}))
    .output(WelcomeSchema),
  /** Hides or shows the first steps, for the whole workspace. */
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/welcome' })
    .input(z.object({ body: z.strictObject({ isHidden: z.boolean() }) }))
    .output(WelcomeSchema),
  /**
   * Opens a number of the sandbox in this workspace; `sandbox_not_running` on a server without the sandbox. A workspace with a
   * number keeps it.
   */
  openTestPhone: route('settings:manage')
    .route({ method: 'POST', path: '/welcome/test-phone' })
    .errors(errors('sandbox_not_running', 'number_connected'))
    .input(z.object({}))
    .output(WelcomeSchema),
};

export type Welcome = z.infer<typeof WelcomeSchema>;
