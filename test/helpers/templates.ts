import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { TestPlatform } from './platform.ts';
import type { Answer } from './test-server.ts';

/** Returns a body component with sample values for its variables. */
export function templateBody(text: string, ...samples: string[]): object {
  return { type: 'BODY', text, ...(samples.length > 0 && { example: { body_text: [samples] } }) };
}

/** Creates an approved template (unless `fields` has another status) in the demo account (or a number's). */
export async function addTemplate(
  platform: Pick<TestPlatform, 'control'>,
  {
    phoneNumberId = demoAccount.phoneNumberId,
    ...fields
  }: {
    name: string;
    language?: string;
    components?: object[];
    phoneNumberId?: string;
    [other: string]: unknown;
  },
): Promise<Answer['body']> {
  const answer = await platform.control('POST', `/accounts/${phoneNumberId}/templates`, {
    language: 'en',
    category: 'UTILITY',
    components: [templateBody('All is well.')],
    ...fields,
  });
  if (answer.status !== 201) throw new Error(`template not accepted: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Returns the same controls for a platform at an address. */
export function controlOf(url: string): Pick<TestPlatform, 'control'> {
  return {
    control: async (method, path, body) => {
      const response = await fetch(`${url}/control${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}
