import { screen } from 'electron';
import { z } from 'zod';
import { jsonFile } from '../lib/json-file.ts';
import { isOnScreen } from './on-screen.ts';

const BoundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) });
const StateSchema = z.object({ bounds: BoundsSchema.nullable(), isMaximized: z.boolean() });
export type WindowState = z.infer<typeof StateSchema>;

export const DEFAULT_SIZE = { width: 1_280, height: 820 };
/** Where the window was, unless the screen it was on is gone. */
export function windowStateFile(path: string) {
  const file = jsonFile<WindowState>(path, StateSchema, { bounds: null, isMaximized: false });
  return {
    read: (): WindowState => {
      const state = file.read();
      const areas = screen.getAllDisplays().map((display) => display.workArea);
      return state.bounds && isOnScreen(state.bounds, areas) ? state : { ...state, bounds: null };
    },
    write: file.write,
  };
}
