import { expect, it, vi } from 'vitest';
import { api, onSessionLost } from './api.ts';

vi.mock('./confirmation.ts', () => ({ askForConfirmation: async () => true }));
vi.mock('./server-address.ts', () => ({
  requestCredentials: () => 'same-origin',
  serverOrigin: () => 'http://localhost',
}));

it('a session that ends while a person confirms is noticed when the request is repeated', async () => {
  const refusal = (status: number, code: string) =>
    Response.json({ error: { code, message: 'no', requestId: 'req_1' } }, { status });
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(refusal(403, 'confirmation_required'))
    .mockResolvedValueOnce(refusal(401, 'session_required'));
  const lost = vi.fn();
  onSessionLost(lost);
  await expect(api.members.list({})).rejects.toMatchObject({ code: 'session_required' });
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(lost).toHaveBeenCalledTimes(1);
  fetch.mockRestore();
});
