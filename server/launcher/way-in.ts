import { z } from 'zod';

/** The way into the demo workspace, as `demo seed` prints it and as the API server tells it. */
export const WayInSchema = z.object({
  email: z.string(),
  /** Null when its owner has changed it: then only they know. */
  password: z.string().nullable(),
  apiKey: z.string(),
  phones: z.array(z.string()).default([]),
});

export type WayIn = z.infer<typeof WayInSchema>;

/** The block that is printed once the demo is there: everything needed to look around, ready to paste. */
export function describeWayIn(
  wayIn: WayIn,
  address: string,
  sandboxAddress: string,
  setupCode: string | null,
): string[] {
  const { email, password, apiKey, phones } = wayIn;
  const customers = phones.slice(0, 3).map((phone) => `+${phone.replace(/^\+/, '')}`);
  return [
    '',
    `  Dashboard   ${address}`,
    `  Login       ${email}  /  ${password ?? '(the password was changed)'}`,
    `  API key     ${apiKey}`,
    ...(setupCode === null ? [] : [describeSetupCode(setupCode)]),
    `  Phone page  ${sandboxAddress}/`,
    ...(customers.length > 0 ? [`  Customers   ${customers.join('  ')}`] : []),
    '',
    `  curl -H "Authorization: Bearer ${apiKey}" ${address}/api/v1/contacts`,
    '',
  ];
}

/** Returns the line that shows the setup code, for creating the first workspace from another machine. */
export function describeSetupCode(code: string): string {
  return `  Setup code  ${code}  (to create your own workspace from another machine)`;
}
