import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { SettingRow } from './setting-row.tsx';

/** Where the sign-in is kept, which decides whether it outlives the app. */
export function SignInRow({ tokenStore }: Pick<SettingsState, 'tokenStore'>) {
  return tokenStore === 'key-store' ? (
    <SettingRow
      label="You stay signed in"
      description="The sign-in is kept in this computer’s key store, sealed for your account."
    />
  ) : (
    <SettingRow
      label="You sign in again after each start"
      description="This computer has no key store, so the sign-in is kept in memory only and never on the disk."
    />
  );
}
