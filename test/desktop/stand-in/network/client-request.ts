import { EventEmitter } from 'node:events';
import { type IncomingMessage, type ClientRequest as NodeRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isOnline } from '../connectivity.ts';
import { knownClass } from '../strict.ts';

interface Options {
  method?: string;
  url?: string;
  protocol?: string;
  host?: string;
  hostname?: string;
  port?: number | string;
  path?: string;
  headers?: Record<string, string | string[]>;
  redirect?: 'follow' | 'error' | 'manual';
}

/** `net.request`, with the parts that electron-updater uses, on top of Node's http. */
export class ClientRequest extends EventEmitter {
  chunkedEncoding = false;
  private readonly options: Options;
  private readonly headers = new Map<string, string | string[]>();
  private readonly body: Buffer[] = [];
  private running: NodeRequest | null = null;
  private isAborted = false;

  constructor(options: Options | string) {
    super();
    this.options = typeof options === 'string' ? { url: options } : options;
    for (const [name, value] of Object.entries(this.options.headers ?? {})) this.setHeader(name, value);
  }

  setHeader(name: string, value: string | string[]): void {
    this.headers.set(name.toLowerCase(), value);
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.headers.delete(name.toLowerCase());
  }

  write(chunk: string | Buffer): boolean {
    this.body.push(Buffer.from(chunk as string));
    return true;
  }

  end(chunk?: string | Buffer): this {
    if (chunk !== undefined) this.write(chunk);
    this.send(this.url());
    return this;
  }

  followRedirect(): void {
    const [next] = this.redirects.splice(0, 1);
    if (next) this.send(next);
  }

  abort(): void {
    this.isAborted = true;
    this.running?.destroy();
    this.emit('abort');
  }

  private readonly redirects: URL[] = [];

  private url(): URL {
    const { url, protocol = 'https:', hostname, host = 'localhost', port, path = '/' } = this.options;
    if (url) return new URL(url);
    return new URL(`${protocol}//${hostname ?? host}${port ? `:${port}` : ''}${path}`);
  }

  private send(url: URL): void {
    if (!isOnline()) {
      setImmediate(() => this.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED')));
      return;
    }
    const send = url.protocol === 'http:' ? requestHttp : requestHttps;
    const headers = Object.fromEntries(this.headers);
    this.running = send(url, { method: this.options.method ?? 'GET', headers });
    this.running.on('response', (response) => this.receive(url, response));
    this.running.on('error', (error) => this.isAborted || this.emit('error', error));
    this.running.on('close', () => this.emit('close'));
    this.running.end(Buffer.concat(this.body));
  }

  private receive(from: URL, response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || !headers.location) {
      this.emit('response', response);
      return;
    }
    response.resume();
    const next = new URL(headers.location, from);
    this.redirects.push(next);
    this.emit('redirect', statusCode, 'GET', next.href, headers);
    if ((this.options.redirect ?? 'follow') === 'follow') this.followRedirect();
  }
}
knownClass(ClientRequest);
