import { Button, Stack, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { send } from '../../lib/desktop/desktop.ts';
import { placeTitle, serverName } from '../../lib/desktop/place-title.ts';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConnectProgress } from './connect-progress.tsx';
import { LocalServer } from './local-server.tsx';
import { placesOn, useConnecting } from './use-connecting.ts';

/** The form for a server's address. Errors appear at the field. */
export function AddressForm({ places }: { places: readonly WorkspacePlace[] }) {
  const [address, setAddress] = useState('');
  const { state, connect, addAgain, reset } = useConnecting(places, () => setAddress(''));
  const input = useRef<HTMLInputElement>(null);
  // Computed on every render: a place may have been removed in the list below.
  const known = state.kind === 'known' ? placesOn(state.server, places) : [];
  const isBusy = state.kind === 'looking' || state.kind === 'opening';

  useEffect(() => {
    if (state.kind === 'idle' || state.kind === 'problem') input.current?.focus();
  }, [state.kind]);

  function type(text: string): void {
    setAddress(text);
    reset();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void connect(address);
      }}
    >
      <Stack gap="md">
        <TextInput
          ref={input}
          label={t('connect:address')}
          placeholder="crm.example.com"
          size="md"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          readOnly={isBusy}
          value={address}
          onChange={(event) => type(event.currentTarget.value)}
          error={state.kind === 'problem' ? state.message : null}
          data-testid="connect-address"
        />
        {state.kind === 'known' && known.length > 0 ? (
          <KnownServer server={state.server} places={known} onAddAgain={() => void addAgain(state.server)} />
        ) : (
          <Button
            type="submit"
            size="md"
            loading={isBusy}
            rightSection={<IconArrowRight size={18} />}
            data-testid="connect-submit"
          >
            {t('connect:connect')}
          </Button>
        )}
        <ConnectProgress state={state} />
        {!isBusy && known.length === 0 && <LocalServer onUse={type} />}
      </Stack>
    </form>
  );
}

/** Shown for a known server: open one of its workspaces, or add another account. */
function KnownServer({
  server,
  places,
  onAddAgain,
}: {
  server: string;
  places: readonly WorkspacePlace[];
  onAddAgain: () => void;
}) {
  return (
    <Stack gap="xs">
      <Notice tone="quiet">{t('connect:known', { server: serverName(server) })}</Notice>
      {places.map((place) => (
        <Button
          key={place.id}
          size="md"
          autoFocus={place === places[0]}
          rightSection={<IconArrowRight size={18} />}
          onClick={() => send('places.open', { id: place.id })}
        >
          {t('connect:open', { place: placeTitle(place) })}
        </Button>
      ))}
      <Button variant="default" size="md" onClick={onAddAgain} data-testid="connect-again">
        {t('connect:addAgain')}
      </Button>
    </Stack>
  );
}
