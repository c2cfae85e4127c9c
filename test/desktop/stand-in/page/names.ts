/** The name of the preload's world, which shares the page's document but not its variables. */
export const ISOLATED_WORLD = 'Electron Isolated Context';
/** The name of the binding from that world to main. */
export const BINDING = 'standInSend';

/** The data that main passes to the scripts of a page. */
export interface PageFacts {
  /** The prefix of the events between the two worlds. Unknown to the page. */
  bridge: string;
  inSubFrames: boolean;
  /** The private schemes of the app. */
  schemes: string[];
  platform: string;
  argv: string[];
  versions: Record<string, string | undefined>;
}

/** Whether the preload runs in this frame. Error pages have no preload. */
export function isServed({ inSubFrames }: PageFacts): boolean {
  return (inSubFrames || window.top === window) && window.location.protocol !== 'chrome-error:';
}
