import { Button } from '@mantine/core';
import { ConnectPage } from '../features/connect/connect.page.tsx';
import { readDesktop, useDesktop } from '../lib/desktop-state.ts';
import { EntryPage } from '../ui/entry-page.tsx';
import { openSettings } from './settings-open.store.ts';
import { Splash } from './splash.tsx';

/** The connect screen, with the way to the app's settings. */
export function ConnectSection() {
  const places = useDesktop((state) => state.places);
  const problem = useDesktop((state) => state.problem);
  if (places) return <ConnectPage places={places} onSettings={openSettings} />;
  if (problem === null) return <Splash />;
  return (
    <EntryPage title="The app ran into a problem" lead={problem}>
      <Button onClick={readDesktop}>Try again</Button>
    </EntryPage>
  );
}
