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

/** How long clients may take. */
export interface ClientTimes {
  /** For the headers of a request. */
  headersMs: number;
  /** For a request with its body: an upload. All other bodies have less (slow-bodies.ts). */
  requestMs: number;
  /** Between two requests on a connection. */
  keepAliveMs: number;
  /** How often the first two are checked. */
  checkMs: number;
}

/** Balancers keep their connections open for up to a minute. */
const CLIENT_TIMES: ClientTimes = {
  headersMs: 15_000,
  requestMs: 15 * 60_000,
  keepAliveMs: 70_000,
  checkMs: 5_000,
};

/**
 * Creates the HTTP server of the app. Every response has our format and a request id, including those that
 * Node would send itself (no Host, an unknown Expect, bytes that are not HTTP) or Express would send as HTML
 * (a malformed URL).
 */
export function createHttpServer(app: RequestListener, times: ClientTimes = CLIENT_TIMES): Server {
  const settings = {
    requireHostHeader: false,
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkMs,
  };
  const server = createServer(settings, (req, res) => {
    if (req.headers.host === undefined && req.httpVersion !== '1.0') {
      sendRejection(res, 'A request must name its host: the header Host is missing.');
      return;
    }
    const { url = '/' } = req;
    if (url.startsWith('/') || url === '*') {
      app(req, res);
    } else if (URL.canParse(url)) {
      // Requests to proxies have full URLs, and a client may treat us as a proxy.
      const { pathname, search } = new URL(url);
      req.url = pathname + search;
      app(req, res);
    } else {
      sendRejection(res, 'The address is not well-formed.');
    }
  });
  handleClientErrors(server);
  return server;
}

function sendRejection(res: ServerResponse, message: string): void {
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
 * Sends errors in our format for what is not HTTP, or too slow or too large to become a request. By default,
 * Node would send only a status line; Express never receives it.
 */
function handleClientErrors(server: Server): void {
  // An unknown Expect is ignored: Node's own 417 has no body and no request id.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    if (cause.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const error = describeError(meaningOf(cause.code));
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
