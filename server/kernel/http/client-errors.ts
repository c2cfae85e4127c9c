import { type Server, STATUS_CODES } from 'node:http';
import { AppError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { newKey } from '../ids.ts';
import { describeError } from './describe-error.ts';
import { errorBody } from './send-error.ts';

/**
 * Answers what is no HTTP, or too slow or too large to become a request, in the shape of every other
 * error. Node would answer it with a bare status line, and Express never hears of it.
 */
export function answerClientErrors(server: Server): void {
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

const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function meaningOf(code: string | undefined): AppError {
  const known = code === undefined ? undefined : MEANINGS[code];
  return known
    ? new AppError(known)
    : new AppError('validation_failed', { message: 'This is not a well-formed HTTP request.' });
}
