import { merged } from '../merged.ts';
import { first } from './first.ts';
import { later } from './later.ts';
import { pages } from './pages.ts';

/** Brazilian Portuguese. */
export const ptBR = merged(merged(first, later), pages);
