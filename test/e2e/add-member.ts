import { cookieOf, type Demo } from './switchboard.ts';

interface NewMember {
  name: string;
  email: string;
  password: string;
  role: 'owner' | 'admin' | 'staff';
}

/** Invites a person in the name of a member, and accepts the invitation for them. */
export async function addMember(
  url: string,
  inviter: Pick<Demo, 'email' | 'password'>,
  { role, ...person }: NewMember,
): Promise<void> {
  const post = async (path: string, body: object, cookie = '') => {
    const answer = await fetch(`${url}/api/dashboard${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { email, ...own } = person;
  const { link } = await post('/invitations', { email, role }, await cookieOf(url, inviter));
  await post('/access-links/accept', { token: new URL(link.url).hash.slice(1), ...own });
}
