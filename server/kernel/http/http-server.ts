import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AppError } from '../../../shared/domain/errors.ts';
import { newKey } from '../ids.ts';
import { answerClientErrors } from './client-errors.ts';
import { describeError } from './describe-error.ts';
import { errorBody } from './send-error.ts';

/**
 * An HTTP server around the app in which every answer has our shape and a request id: also what Node would
 * answer by itself (no Host, an unknown Expect, bytes that are no HTTP) and what Express would, in HTML (an
 * address that it cannot read).
 */
export function createHttpServer(app: RequestListener): Server {
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    if (req.headers.host === undefined && req.httpVersion !== '1.0') {
      refuse(res, 'A request must name its host: the header Host is missing.');
      return;
    }
    const { url = '/' } = req;
    if (url.startsWith('/') || url === '*') {
      app(req, res);
    } else if (URL.canParse(url)) {
      // Proxies are asked for whole addresses, and we may be asked as if we were one.
      const { pathname, search } = new URL(url);
      req.url = pathname + search;
      app(req, res);
    } else {
      refuse(res, 'The address is not well-formed.');
    }
  });
  answerClientErrors(server);
  return server;
}

function refuse(res: ServerResponse, message: string): void {
  const error = describeError(new AppError('validation_failed', { message }));
  const requestId = `req_${newKey().toString('hex')}`;
  const body = JSON.stringify(errorBody(error, requestId));
  res.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  });
  res.end(body);
}
