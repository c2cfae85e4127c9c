/** For tests. */
export function installGpuBuild(
  root: string,
  options: {
    machine: { platform: string; arch: string; types: readonly (string | false)[] };
    download(folder: string, packages: readonly string[]): Promise<void>;
    tryBuild(type: string): Promise<string>;
    say(line: string): void;
  },
): Promise<string>;
export function downloadPackages(folder: string, packages: readonly string[]): Promise<void>;
export function tryGpuBuild(type: string): Promise<string>;
