import { app } from 'electron';
import en from './en.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };

export type TextKey = keyof typeof en;

/**
 * Returns a text of the menus, the tray and notifications in the system's language. The page has its own
 * texts, in the language that the person has chosen.
 */
export function text(key: TextKey, values: { count?: number | string } = {}): string {
  const texts = app.getLocale().toLowerCase().startsWith('pt') ? ptBR : en;
  return texts[key].replace('{{count}}', String(values.count ?? ''));
}
