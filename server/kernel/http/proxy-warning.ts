import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../logging/logger.ts';

/**
 * Warns once when a proxy passes requests on and TRUST_PROXY is empty: all people then share the proxy's
 * address, and a stranger's wrong passwords use up everyone's sign-ins of the minute.
 */
export function warnOfUnknownProxy(logger: Logger, trustProxy: readonly string[]) {
  let isWatching = trustProxy.length === 0;
  return (req: IncomingMessage, _res: ServerResponse, next: () => void): void => {
    if (isWatching && req.headers['x-forwarded-for'] !== undefined) {
      isWatching = false;
      logger.warn(
        { remoteAddress: req.socket.remoteAddress },
        'A request has an X-Forwarded-For header, but TRUST_PROXY is empty: the limits count the address of the proxy. If it is yours, set TRUST_PROXY to its address',
      );
    }
    next();
  };
}
