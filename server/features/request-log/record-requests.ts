import type { Request } from 'express';
import type { KeyActor } from '../../kernel/auth/actor.ts';
import { createBatch } from '../../kernel/batch/batch.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { failureOf } from '../../kernel/http/send-error.ts';
import { decodeId, newKey } from '../../kernel/ids.ts';
import { type RequestRow, storeRequests } from './request-log.repository.ts';

/** Records the requests of programs and writes them in batches, which no request waits for. */
export interface RequestLog {
  /** Records a request of a known key when its response has been sent. */
  begin(req: Request, key: Pick<KeyActor, 'id' | 'scope'>): void;
  flush(): Promise<void>;
}

const BATCH = 500;
const EVERY_MS = 1_000;
/** While the database does not answer, later requests are left out. */
const WAITING_MAX = 5_000;
/** The status of a request whose program disconnected before the response, as in the logs of proxies. */
const DISCONNECTED = 499;
const FIELDS_MAX = 5;

export function createRequestLog({ db, log, clock }: Pick<Resources, 'db' | 'log' | 'clock'>): RequestLog {
  let lost = 0;
  const batch = createBatch<RequestRow, undefined>({
    write: async (rows) => {
      try {
        await storeRequests(db, rows);
      } catch (error) {
        lost += rows.length;
        log.warn({ err: error, lost }, 'could not write the log of requests; these requests are not in it');
        lost = 0;
      }
      return rows.map(() => undefined);
    },
    size: BATCH,
    start: { afterMs: EVERY_MS },
    most: WAITING_MAX,
  });
  return {
    begin: (req, key) => {
      const { res } = req;
      if (!res) return;
      const started = performance.now();
      const createdAt = clock.now();
      const [method, address, ip] = [req.method, req.originalUrl, req.ip];
      const idempotencyKey = req.headers['idempotency-key'];
      res.once('close', () => {
        if (batch.isFull()) {
          lost += 1;
          return;
        }
        const failure = failureOf(res);
        void batch.add({
          id: newKey(),
          tenantId: key.scope.key,
          keyId: decodeId(key.id),
          method: method.slice(0, 8),
          path: shownPath(address),
          status: res.writableFinished ? res.statusCode : DISCONNECTED,
          ms: Math.min(Math.round(performance.now() - started), 0xffffffff),
          requestId: shownText(String(res.getHeader('X-Request-Id')), 128) ?? '',
          ip: ip?.slice(0, 45) ?? null,
          errorCode: failure?.code.slice(0, 40) ?? null,
          fields: failure ? fieldsOf(failure.details) : null,
          idempotencyKey: shownText(typeof idempotencyKey === 'string' ? idempotencyKey : '', 64),
          createdAt,
        });
      });
    },
    flush: batch.flush,
  };
}

/** The words of our addresses, and our ids. */
const PLAIN_SEGMENT = /^(?:[a-z][a-z-]{0,40}|v1|[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26})$/;
const PLAIN_NAME = /^[A-Za-z_]{1,30}$/;

/**
 * Returns the path of an address without what could be personal: a segment that is neither a word nor an id, such as a
 * phone number, is `*`, and of the query there are only the names.
 */
export function shownPath(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const shown = path
    .split('/')
    .map((segment) => (segment === '' || PLAIN_SEGMENT.test(segment) ? segment : '*'))
    .join('/');
  const names = query
    .split('&')
    .map((parameter) => parameter.split('=', 1)[0] ?? '')
    .filter((name) => PLAIN_NAME.test(name));
  return `${shown}${names.length > 0 ? `?${[...new Set(names)].slice(0, 8).join('&')}` : ''}`.slice(0, 255);
}

/** Seven digits or more that stand alone may be a phone number. */
const NUMBER = /(?<![0-9A-Za-z])\+?\d{7,}(?![0-9A-Za-z])/g;

/** Returns what a program chose as a name of its request, without phone numbers; null for nothing. */
export function shownText(text: string, length: number): string | null {
  const shown = text.replace(NUMBER, '*').replace(/[^\x20-\x7e]/g, '*');
  return shown === '' ? null : shown.slice(0, length);
}

function fieldsOf(details: readonly { path: string }[]): string | null {
  const paths = details
    .slice(0, FIELDS_MAX)
    .map(({ path }) => (shownText(path, 50) ?? '').replace(/[^\w.[\]*-]/g, '*'));
  return paths.length === 0 ? null : paths.join(',').slice(0, 255);
}
