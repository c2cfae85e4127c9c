import type { DrawerProps, ModalProps } from '@mantine/core';
import { type ComponentType, type HTMLAttributes, type Ref, useEffect, useState } from 'react';
import { loadLaterTexts, t } from '../../lib/i18n.ts';
import { keepLoading } from '../../lib/keep-loading.ts';
import { showToast } from '../../lib/toast.ts';

/**
 * Returns a component whose code is loaded when it is first shown. Unlike with React's `lazy`, a network that is lost
 * breaks nothing: it is loaded again after a moment.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, setLoaded] = useState(Loaded !== null);
    useEffect(() => {
      if (Loaded) return;
      return keepLoading(
        () => Promise.all([load(), loadLaterTexts()]),
        ([part]) => {
          Loaded = part;
          setLoaded(true);
        },
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}

/** What a button of `opensLater` passes on to its element. */
export type ButtonAttributes = HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/** What `opensLater` passes to the loaded part: its button, and whether to open at once. */
export interface Opening<Props extends object> {
  Button: ComponentType<Props & ButtonAttributes>;
  startsOpen: boolean;
}

/**
 * Returns a button with a menu or a popover whose code is loaded when it is first opened. The loaded part has the same
 * button, and opens when it is there if `startsOpen`: see `useStartsOpen`.
 */
export function opensLater<Props extends object>(
  load: () => Promise<ComponentType<Props & Opening<Props>>>,
  Button: ComponentType<Props & ButtonAttributes>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props & Opening<Props>> | null = null;
  return function OpensLater(props: Props) {
    // What is on the screen stays until it is pressed: another button in its place would lose the focus.
    const [isPlain, setPlain] = useState(Loaded === null);
    const [startsOpen, setStartsOpen] = useState(false);
    if (Loaded && !isPlain) return <Loaded {...props} Button={Button} startsOpen={startsOpen} />;
    const fetch = async () => {
      [Loaded] = await Promise.all([load(), loadLaterTexts()]);
    };
    return (
      <Button
        {...props}
        aria-haspopup="true"
        aria-expanded={false}
        onPointerEnter={() => void fetch().catch(() => undefined)}
        onClick={() =>
          void fetch().then(
            () => {
              setStartsOpen(true);
              setPlain(false);
            },
            () => showToast(t('errors:network')),
          )
        }
      />
    );
  };
}

/** Returns the properties of a menu or a popover, and the reference of its button, which gets the focus first. */
export function useStartsOpen(startsOpen: boolean) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const [isWanted, setWanted] = useState(startsOpen);
  useEffect(() => {
    if (!isWanted || !button) return;
    button.focus();
    setOpened(true);
    setWanted(false);
  }, [isWanted, button]);
  return { opened, setOpened, button: setButton };
}

/** Returns a dialog whose code is loaded when it is first opened. */
export function opensAsDialog<Props extends { opened: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = later(async () => {
    const Dialog = await load();
    return function Opening(props: Props) {
      // Opened after it is there, because it then remembers where the focus was.
      const [isThere, setThere] = useState(false);
      useEffect(() => setThere(true), []);
      return <Dialog {...props} opened={props.opened && isThere} />;
    };
  });
  return function Dialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    return wasOpened && <Loaded {...props} />;
  };
}

/** Mantine's dialog. */
export const LaterModal = opensAsDialog<ModalProps>(async () => (await import('./dialogs.ts')).Modal);

/** Mantine's drawer. */
export const LaterDrawer = opensAsDialog<DrawerProps>(async () => (await import('./dialogs.ts')).Drawer);
