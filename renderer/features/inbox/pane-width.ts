import { useLocalStorage } from '@mantine/hooks';

/** The panes whose width a person can change, with the widths they have before, in pixels. */
export const PANE_WIDTHS = { list: 340, contact: 320 } as const;
export type ResizedPane = keyof typeof PANE_WIDTHS;

/** Returns the width of a pane on this device, in pixels, and a function that changes it. */
export function usePaneWidth(pane: ResizedPane) {
  const [width, setWidth] = useLocalStorage<number>({
    key: `switchboard.width.${pane}`,
    defaultValue: PANE_WIDTHS[pane],
    getInitialValueInEffect: false,
  });
  return [width, setWidth] as const;
}
