import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { t } from '../lib/i18n.ts';
import classes from './theme.module.css';

const pine: MantineColorsTuple = [
  '#eaf6f1',
  '#d5ebe2',
  '#abd8c7',
  '#7fc5ab',
  '#5ab494',
  '#2f977a',
  '#0f7d66',
  '#0b6b57',
  '#095948',
  '#06483a',
];

const warmGray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e9e5de',
  '#ddd8cf',
  '#c9c2b6',
  '#8d8577',
  '#625b50',
  '#4d473e',
  '#332f29',
  '#1d1b17',
];

const dark: MantineColorsTuple = [
  '#e6ebe9',
  '#c2ccc8',
  '#a2aea9',
  '#84918c',
  '#3a4642',
  '#2c3633',
  '#1d2523',
  '#161d1b',
  '#0f1514',
  '#0a0f0e',
];

const TITLE = { title: { fontSize: '1rem', fontWeight: 600 } };
/** With reduced motion, Mantine leaves out the transition that also centers the loader. */
const LOADER = { loader: { transform: 'translate(-50%, -50%)' } };

/** Returns the theme: pine green on warm paper, Inter, five sizes, soft corners. Its texts are translated. */
export function makeTheme() {
  const close = { 'aria-label': t('actions.close') };
  return createTheme({
    primaryColor: 'pine',
    primaryShade: { light: 7, dark: 6 },
    colors: { pine, gray: warmGray, dark },
    black: '#1d1b17',
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '9px', lg: '14px', xl: '20px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily:
      '"Inter Variable", "Emoji Fallback", ui-sans-serif, system-ui, -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"',
    fontFamilyMonospace:
      'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", Consolas, "DejaVu Sans Mono", monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
    components: {
      // Labels are quieter than the values below them.
      InputWrapper: {
        classNames: { label: classes.label },
        styles: {
          label: { fontWeight: 550, color: 'var(--sb-ink-soft)' },
          description: { fontSize: '0.75rem', lineHeight: 1.4 },
          error: { fontSize: '0.75rem', lineHeight: 1.4 },
        },
      },
      Input: { styles: { input: { fontSize: '0.875rem' } } },
      Button: { styles: LOADER },
      Anchor: { defaultProps: { underline: 'always' } },
      Modal: {
        defaultProps: {
          closeButtonProps: close,
          styles: TITLE,
          centered: true,
          radius: 'lg',
          overlayProps: { backgroundOpacity: 0.45 },
        },
      },
      Drawer: {
        defaultProps: {
          closeButtonProps: close,
          styles: TITLE,
          position: 'right',
          size: 420,
          padding: 'lg',
          overlayProps: { backgroundOpacity: 0.35 },
        },
      },
      // Opens on the other side where a resized or rotated window has no room left: the side that it opens on first is
      // kept by default, also outside of the window. Lists that get shorter while a person types stay where they are.
      Popover: { defaultProps: { preventPositionChangeWhenVisible: false } },
      Combobox: { defaultProps: { preventPositionChangeWhenVisible: true } },
      // The placeholder would be a nameless element inside role=menu.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' }, styles: LOADER },
    },
  });
}

/** Maps Mantine's variables to our colour roles, where its defaults have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--sb-surface)',
    '--mantine-color-text': 'var(--sb-ink)',
    '--mantine-color-dimmed': 'var(--sb-ink-soft)',
    '--mantine-color-placeholder': 'var(--sb-ink-soft)',
    '--mantine-color-error': 'var(--sb-bad)',
    '--mantine-color-anchor': 'var(--sb-accent)',
    '--mantine-color-default-border': 'var(--sb-line)',
    '--mantine-color-red-light-color': 'var(--sb-bad)',
    '--mantine-color-pine-light-color': 'var(--sb-accent)',
    '--mantine-color-gray-light-color': 'var(--sb-ink)',
    '--mantine-color-disabled': 'var(--sb-quiet)',
    '--mantine-color-disabled-color': 'var(--sb-ink-soft)',
  };
  return { variables: {}, light: shared, dark: shared };
};
