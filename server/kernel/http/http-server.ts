import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { AppError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { newKey } from '../ids.ts';
import { describeError } from './describe-error.ts';
import { errorBody } from './send-error.ts';

const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

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

/**
 * Answers what is no HTTP, or too slow or too large to become a request, in the shape of every other
 * error. Node would answer it with a bare status line, and Express never hears of it.
 */
function answerClientErrors(server: Server): void {
  // An Expect that we do not know is passed over: Node's own 417 has no body and no request id.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const error = describeError(meaningOf(fault.code));
    const requestId = `req_${newKey().toString('hex')}`;
    const body = JSON.stringify(errorBody(error, requestId));
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

function meaningOf(code: string | undefined): AppError {
  const known = code === undefined ? undefined : MEANINGS[code];
  return known
    ? new AppError(known)
    : new AppError('validation_failed', { message: 'This is not a well-formed HTTP request.' });
}
