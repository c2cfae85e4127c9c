import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the navigation is below the page, as on a phone (rail.module.css). Its menus then open upwards. */
export function useBottomNavigation(): boolean {
  return useMediaQuery('(max-width: 599px)', window.innerWidth <= 599, { getInitialValueInEffect: false });
}
