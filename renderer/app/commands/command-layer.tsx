import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect } from 'react';
import { openCustomKeys, useKeys } from '../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys, writeKeys } from '../../lib/commands/keys.ts';
import { useCommandKeys, useCommands } from '../../lib/commands/registry.ts';
import { t } from '../../lib/i18n.ts';
import { ownerOf } from '../../lib/offline/offline-cache.ts';
import { later } from '../../ui/overlays/later.tsx';
import { Tip } from '../../ui/overlays/tip.tsx';
import { useGoCommands } from '../navigation/use-go-commands.ts';
import { signOut, useSignOutQuestion } from '../session.store.ts';
import { useSession } from '../use-session.ts';
import classes from './command-layer.module.css';
import { showPalette, usePalette } from './palette.store.ts';

const CommandPalette = later(async () => (await import('./command-palette.tsx')).CommandPalette);
const SignOutQuestion = later(async () => (await import('../sign-out-question.tsx')).SignOutQuestion);
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Listens for the keys of commands, and shows the palette and the sheet of shortcuts over the page. */
export function CommandLayer() {
  const owner = ownerOf(useSession());
  const open = usePalette((state) => state.open);
  const asksToSignOut = useSignOutQuestion((state) => state.isOpen);
  useLayoutEffect(() => openCustomKeys(owner), [owner]);
  useCommandKeys();
  useGoCommands();
  useCommands({
    'app.palette': () => showPalette('palette'),
    'app.shortcuts': () => showPalette('shortcuts'),
    'app.signOut': () => void signOut(),
  });
  return (
    <>
      {open === 'palette' && <CommandPalette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {asksToSignOut && <SignOutQuestion />}
    </>
  );
}

/** Opens the palette from the sidebar. */
export function PaletteButton({ isCompact }: { isCompact: boolean }) {
  const keys = useKeys('app.palette');
  const label = t('commands:palette.open');
  return (
    <div className={classes.place} data-compact={isCompact || undefined}>
      <Tip label={withKeys(label, keys)} position="right" disabled={!isCompact}>
        <button
          type="button"
          className={classes.button}
          onClick={() => showPalette('palette')}
          aria-label={isCompact ? label : undefined}
          aria-keyshortcuts={ariaKeys(keys)}
          data-testid="open-palette"
        >
          <IconSearch size={16} stroke={1.7} aria-hidden="true" />
          {!isCompact && (
            <>
              <span className={classes.label}>{label}</span>
              {keys[0] !== undefined && (
                <span className={classes.keys} aria-hidden="true">
                  {writeKeys(keys[0])}
                </span>
              )}
            </>
          )}
        </button>
      </Tip>
    </div>
  );
}
