import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone: tabs below the page take the place of the sidebar. */
export function useBottomNavigation(): boolean {
  return useMediaQuery('(max-width: 599px)', window.innerWidth <= 599, { getInitialValueInEffect: false });
}
