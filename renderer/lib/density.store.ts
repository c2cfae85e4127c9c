import { create } from 'zustand';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const STORED_AS = 'switchboard.density';

/** How much space rows take, by the person's choice on this device. The stylesheet reads it from the page. */
export const useDensity = create<{ density: Density }>(() => ({ density: storedDensity() }));

/** Changes the density of all rows at once, and stores the choice on this device. */
export function chooseDensity(density: Density): void {
  globalThis.localStorage?.setItem(STORED_AS, density);
  useDensity.setState({ density });
  showDensity();
}

/** Writes the choice into the page, before anything is rendered. */
export function showDensity(): void {
  document.documentElement.dataset.density = useDensity.getState().density;
}

function storedDensity(): Density {
  const stored = globalThis.localStorage?.getItem(STORED_AS);
  return DENSITIES.find((density) => density === stored) ?? 'comfortable';
}
