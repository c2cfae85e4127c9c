import type { RequestHandler } from 'express';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * Restricts the control API and the phone page, which have no password, to this machine. Rejects other
 * machines by address, web pages whose host name points to 127.0.0.1 by Host, and other sites by Origin.
 */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  const address = request.socket.remoteAddress ?? '';
  const fromHere = address === '::1' || /^(::ffff:)?127\./.test(address);
  const host = request.get('host') ?? '';
  const origin = request.get('origin');
  const ownOrigin = origin === undefined || origin === `http://${host}`;
  if (fromHere && loopbackHosts.has(nameOf(host)) && ownOrigin) return next();
  response
    .status(403)
    .json({ error: { code: 'forbidden', message: 'The sandbox is controlled from its own machine only.' } });
};

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
