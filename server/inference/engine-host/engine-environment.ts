import { bareEnvironment } from '../../config.ts';
import { ENGINE_VARIABLES } from '../../kernel/config/bare-environment.ts';

const HUGE_PAGES = 'glibc.malloc.hugetlb=1';

/**
 * Returns the environment of the engine's process, which parses model files in native code and gets none of our
 * secrets. Both variables below must be set before Node starts.
 */
export function engineEnvironment(
  given: NodeJS.ProcessEnv = bareEnvironment({}, ENGINE_VARIABLES),
): NodeJS.ProcessEnv {
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
