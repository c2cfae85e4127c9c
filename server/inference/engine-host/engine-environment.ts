import { childEnvironment } from '../../config.ts';

const HUGE_PAGES = 'glibc.malloc.hugetlb=1';

/** Returns the environment of the engine's process. Both variables must be set before Node starts. */
export function engineEnvironment(given: NodeJS.ProcessEnv = childEnvironment({})): NodeJS.ProcessEnv {
  const { GLIBC_TUNABLES: tunables } = given;
  return {
    ...given,
    // One thread for Node's background work. With more, each token switches between threads.
    UV_THREADPOOL_SIZE: '1',
    // Puts the weights in pages of 2 MB (with glibc only). Each token reads all weights, and with pages of 4
    // kB a tenth of the time is spent on address translation. An operator's choice takes precedence.
    GLIBC_TUNABLES: tunables?.includes('glibc.malloc.hugetlb=')
      ? tunables
      : [tunables, HUGE_PAGES].filter(Boolean).join(':'),
  };
}
