import type { CustomScheme } from 'electron';
import { knownClass } from '../strict.ts';
import { registerScheme } from './addresses.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** `session.protocol`: main's handlers of private schemes. */
export class Protocol {
  /** Used by `handlerOf`. */
  readonly handlers = new Map<string, Handler>();

  handle(scheme: string, handler: Handler): void {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  }

  unhandle(scheme: string): void {
    if (!this.handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.handlers.has(scheme);
  }
}
knownClass(Protocol);

/** Returns the handler of a scheme. */
export function handlerOf(protocol: Protocol, scheme: string): Handler | undefined {
  return protocol.handlers.get(scheme);
}

let isLate = false;
/** Prevents further registrations of schemes, as in Electron after `ready`. */
export function closeSchemes(): void {
  isLate = true;
}

export function registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
  if (isLate) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  for (const { scheme, privileges } of schemes) {
    if (!privileges?.standard || !privileges.secure)
      throw new Error(`the stand-in can only show ${scheme}: as a standard and secure scheme`);
    registerScheme(scheme);
  }
}
