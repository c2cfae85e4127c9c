import { Anchor, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { COMMAND_GROUPS, COMMAND_IDS, type CommandId, commandOf } from '../../lib/commands/commands.ts';
import { keysOf, useCustomKeys } from '../../lib/commands/custom-keys.store.ts';
import { t } from '../../lib/i18n.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import { GO_PAGES } from '../navigation/use-go-commands.ts';
import { useMayOpen } from '../page-access.ts';
import { showPalette } from './palette.store.ts';
import { matchScore } from './palette-rank.ts';
import classes from './shortcut-sheet.module.css';

/** Every command with its keys, by group. */
export function ShortcutSheet() {
  const [query, setQuery] = useState('');
  const mayOpen = useMayOpen();
  const hasSingleKeys = useCustomKeys((state) => state.hasSingleKeys);
  const isShown = (id: CommandId) =>
    (!isGo(id) || mayOpen(GO_PAGES[id])) &&
    matchScore(query, { title: t(`commands:titles.${id}`), words: keysOf(id).join(' ') }) > 0;
  const shown = COMMAND_IDS.filter(isShown);
  return (
    <Modal
      opened
      onClose={() => showPalette(null)}
      title={t('commands:sheet.title')}
      size={760}
      transitionProps={{ duration: 0 }}
      data-testid="shortcut-sheet"
    >
      <TextInput
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        placeholder={t('commands:sheet.search')}
        aria-label={t('commands:sheet.search')}
        data-autofocus
        data-testid="shortcut-search"
      />
      {shown.length === 0 && <p role="status">{t('commands:sheet.none', { query: query.trim() })}</p>}
      <div className={classes.groups}>
        {COMMAND_GROUPS.map((group) => {
          const ids = shown.filter((id) => commandOf(id).group === group);
          if (ids.length === 0) return null;
          return (
            <section key={group} className={classes.group} aria-label={t(`commands:groups.${group}`)}>
              <h3 className={classes.heading}>{t(`commands:groups.${group}`)}</h3>
              <ul className={classes.list}>
                {ids.map((id) => (
                  <li key={id} className={classes.row}>
                    <span>{t(`commands:titles.${id}`)}</span>
                    <KeysOf id={id} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <p className={classes.foot}>
        {!hasSingleKeys && <span>{t('commands:sheet.singleKeysOff')} </span>}
        <Anchor component={Link} to="/settings/shortcuts" onClick={() => showPalette(null)}>
          {t('commands:sheet.change')}
        </Anchor>{' '}
        · <DocsLink page="">{t('commands:sheet.docs')}</DocsLink>
      </p>
    </Modal>
  );
}

function KeysOf({ id }: { id: CommandId }) {
  const keys = keysOf(id);
  if (keys.length === 0) return <span className={classes.noKeys}>{t('commands:sheet.noKeys')}</span>;
  return (
    <span className={classes.keys}>
      {keys.map((one) => (
        <KeyCaps key={one} keys={one} />
      ))}
    </span>
  );
}

function isGo(id: CommandId): id is keyof typeof GO_PAGES {
  return Object.hasOwn(GO_PAGES, id);
}
