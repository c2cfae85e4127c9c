import { create } from 'zustand';

/** The login of a newly loaded demo, which the server returns once. Null when there is none to show. */
export interface DemoLogin {
  email: string;
  password: string;
}

/** In memory only: passwords do not belong in browser storage. */
export const useDemoLogin = create<{ login: DemoLogin | null }>(() => ({ login: null }));

/** Sets the login to show; null hides it. */
export function showDemoLogin(login: DemoLogin | null): void {
  useDemoLogin.setState({ login });
}
