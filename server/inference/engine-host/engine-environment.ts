import { childEnvironment } from '../../config.ts';

const HUGE_PAGES = 'glibc.malloc.hugetlb=1';

/** What the engine's process is started with. Both must be there before Node itself begins. */
export function engineEnvironment(given: NodeJS.ProcessEnv = childEnvironment({})): NodeJS.ProcessEnv {
  const { GLIBC_TUNABLES: tunables } = given;
  return {
    ...given,
    // One thread for what Node does in the background: with more, each token hops between them.
    UV_THREADPOOL_SIZE: '1',
    // The weights in pages of 2 MB, where the system's C library is glibc: each token reads all of them, and
    // with pages of 4 kB a tenth of the time goes into finding them. An operator's own choice stands.
    GLIBC_TUNABLES: tunables?.includes('glibc.malloc.hugetlb=')
      ? tunables
      : [tunables, HUGE_PAGES].filter(Boolean).join(':'),
  };
}
