import { randomBytes } from 'node:crypto';
import { entryOf } from '../conversation/error-catalogue.ts';

interface Options {
  readonly details?: string;
  readonly subcode?: number;
  readonly type?: string;
  readonly message?: string;
  readonly http?: number;
  readonly isTransient?: boolean;
  /** The platform's message for people. */
  readonly userMessage?: string;
}

/** An error in the platform's format. Endpoints throw it, and the router renders it. */
export class GraphApiError extends Error {
  override readonly name = 'GraphApiError';
  readonly http: number;
  readonly code: number;
  private readonly options: Options;

  constructor(code: number, options: Options = {}) {
    super(options.message ?? `(#${code}) ${entryOf(code).title}`);
    this.code = code;
    this.http = options.http ?? entryOf(code).http;
    this.options = options;
  }

  get userMessage(): string | undefined {
    return this.options.userMessage;
  }

  /** Returns the response body. Only messaging errors contain `error_data`; others contain their subcode. */
  body(): object {
    const { subcode, type, isTransient } = this.options;
    const details = this.options.details ?? (this.code >= 130_000 ? entryOf(this.code).details : undefined);
    return {
      error: {
        message: this.message,
        type: type ?? 'OAuthException',
        code: this.code,
        ...(isTransient && { is_transient: true }),
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
        ...(this.userMessage === undefined
          ? {}
          : { error_user_title: 'The template cannot be taken', error_user_msg: this.userMessage }),
        fbtrace_id: newTraceId(),
      },
    };
  }
}

/** Returns a new trace id, which every error has, for the platform's support. */
export function newTraceId(): string {
  return `A${randomBytes(17).toString('base64url').slice(0, 22)}`;
}

/** Returns the same error for an object that does not exist and for one that the token has no access to. */
export function notVisible(id: string, verb: 'get' | 'post' | 'delete'): GraphApiError {
  return new GraphApiError(100, {
    message:
      `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
      'permissions, or does not support this operation',
    type: 'GraphMethodException',
    subcode: 33,
  });
}

/** Returns the platform's error for a callback URL that fails the handshake. */
export function callbackRefused(reason: string): GraphApiError {
  return new GraphApiError(100, {
    message: `(#100) The callback URL or verify token could not be validated. ${reason}`,
    subcode: 2200,
  });
}
