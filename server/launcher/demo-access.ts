import { z } from 'zod';

/** The credentials of the demo workspace, as `demo seed` prints them and the API server sends them. */
export const DemoAccessSchema = z.object({
  email: z.string(),
  /** Null when its owner has changed it. */
  password: z.string().nullable(),
  apiKey: z.string(),
  phones: z.array(z.string()).default([]),
});

export type DemoAccess = z.infer<typeof DemoAccessSchema>;

/** Returns the lines that are printed once the demo exists: everything needed to use it, ready to paste. */
export function describeDemoAccess(
  access: DemoAccess,
  address: string,
  sandboxAddress: string,
  setupCode: string | null,
): string[] {
  const { email, password, apiKey, phones } = access;
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
