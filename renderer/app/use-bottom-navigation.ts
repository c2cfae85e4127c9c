import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the navigation is below the page (see rail.module.css), so that its menus open upwards. */
export function useBottomNavigation(): boolean {
  return useMediaQuery('(max-width: 599px)', window.innerWidth <= 599, { getInitialValueInEffect: false });
}
