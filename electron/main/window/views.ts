import type { WebContents, WebContentsView } from 'electron';

export interface Views {
  /** Shows a place and loads it first if necessary; null: the connect screen. */
  show(placeId: string | null): void;
  /** Returns the page of a place, if it is loaded. */
  contentsOf(placeId: string): WebContents | null;
  /** Loads a place without showing it, to perform a task there. */
  load(placeId: string): WebContents;
  isLoaded(placeId: string): boolean;
  placeOf(contents: WebContents): { placeId: string | null } | null;
  all(): WebContents[];
  unload(placeId: string): void;
  /** Unloads the places that have been hidden for the idle time, and returns their ids. */
  unloadIdle(): string[];
}

export interface ViewsOptions {
  create(placeId: string | null): WebContentsView;
  present(view: WebContentsView): void;
  remove(view: WebContentsView): void;
  idleMs: number;
  now?: () => number;
}

const CONNECT = 'connect';

/** Manages the loaded pages. One is shown; those that stay hidden long enough are unloaded to free memory. */
export function createViews(options: ViewsOptions): Views {
  const now = options.now ?? Date.now;
  const loaded = new Map<string, { view: WebContentsView; hiddenSince: number | null }>();
  const keyOf = (placeId: string | null) => placeId ?? CONNECT;

  function ensure(placeId: string | null) {
    const known = loaded.get(keyOf(placeId));
    if (known) return known;
    const made = { view: options.create(placeId), hiddenSince: now() };
    loaded.set(keyOf(placeId), made);
    return made;
  }

  function drop(key: string): void {
    const known = loaded.get(key);
    if (!known) return;
    loaded.delete(key);
    options.remove(known.view);
    if (!known.view.webContents.isDestroyed()) known.view.webContents.close();
  }

  return {
    show: (placeId) => {
      const wanted = ensure(placeId);
      for (const other of loaded.values()) other.hiddenSince ??= now();
      wanted.hiddenSince = null;
      options.present(wanted.view);
      // The connect screen is not needed once a place is shown.
      if (placeId !== null) drop(CONNECT);
    },
    contentsOf: (placeId) => loaded.get(placeId)?.view.webContents ?? null,
    load: (placeId) => ensure(placeId).view.webContents,
    isLoaded: (placeId) => loaded.has(placeId),
    placeOf: (contents) => {
      for (const [key, { view }] of loaded) {
        if (view.webContents === contents) return { placeId: key === CONNECT ? null : key };
      }
      return null;
    },
    all: () =>
      [...loaded.values()].map(({ view }) => view.webContents).filter((contents) => !contents.isDestroyed()),
    unload: drop,
    unloadIdle: () => {
      const idle = [...loaded].filter(
        ([, { hiddenSince }]) => hiddenSince !== null && now() - hiddenSince >= options.idleMs,
      );
      for (const [key] of idle) drop(key);
      return idle.map(([key]) => key);
    },
  };
}
