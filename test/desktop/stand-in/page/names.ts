/** The world in which the preload runs: the page's document, but no variable of the page. */
export const ISOLATED_WORLD = 'Electron Isolated Context';
/** The way from there to main. Exists in that world only. */
export const BINDING = 'standInSend';

/** What the scripts of a page are told by main. */
export interface PageFacts {
  /** Names the events between the two worlds; unknown to the page. */
  bridge: string;
  inSubFrames: boolean;
  /** What Chromium calls the origins of private schemes, by how the app calls them. */
  schemes: string[];
  platform: string;
  argv: string[];
  versions: Record<string, string | undefined>;
}

/** Whether the preload has anything to do in this frame; an error page has no preload either. */
export function isServed({ inSubFrames }: PageFacts): boolean {
  return (inSubFrames || window.top === window) && window.location.protocol !== 'chrome-error:';
}
