import { isIP } from 'node:net';
import { z } from 'zod';

// The types of environment variables, with their error messages.

/** Also accepts 0 for any free port, which the message omits because only tests use it. */
export const port = whole(0, 65_535, 'must be a whole number from 1 to 65535');
export const count = whole(1, 1_000_000_000, 'must be a whole number from 1 to 1000000000');
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: withValue('must be an http or https address, as in https://crm.example.com'),
  })
  .transform((value) => value.replace(/\/+$/, ''));

const URLS_MAX = 16;
/** One to 16 http or https addresses, separated by commas. */
export const httpUrls = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim().replace(/\/+$/, ''))
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    for (const one of list) {
      if (URL.canParse(one) && /^https?:/i.test(one)) continue;
      report(
        `must be http or https addresses, separated by commas, as in http://10.1.0.5:8000/v1, http://10.1.0.6:8000/v1, not "${one}"`,
      );
    }
    const twice = list.find((one, at) => list.indexOf(one) !== at);
    if (twice !== undefined) report(`must name each address once, not "${twice}" twice`);
    if (list.length > URLS_MAX) report(`must be at most ${URLS_MAX} addresses, not ${list.length}`);
  });
/** An address, or a name with one: `Switchboard <crm@example.com>`. */
export const mailAddress = z
  .string()
  .regex(/^(?:[^<>@\r\n]{1,80} <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
    error: withValue('must look like Switchboard <crm@example.com>'),
  });
export const proxies = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .transform((list) => list.filter(Boolean))
  .superRefine((list, context) => {
    for (const one of list) {
      if (isProxyAddress(one)) continue;
      context.addIssue({ code: 'custom', message: `${PROXY_ERROR}, not "${one}"` });
    }
  });

/** Host names, separated by commas, without scheme and port. */
export const hostNames = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    for (const one of list) {
      if (HOST_NAME.test(one) || isIP(one) !== 0) continue;
      context.addIssue({ code: 'custom', message: `${HOST_NAME_ERROR}, not "${one}"` });
    }
  });

export const ranges = rangesWhere(
  (one) => one.includes('/') && isRange(one),
  'must be ranges of addresses, separated by commas, as in 10.1.0.0/16, fd12::/16',
);

/** Ranges that may end in a port: `10.1.0.0/16`, `10.1.0.0/16:9000`. */
export const rangesWithPorts = rangesWhere((one) => {
  const { range, port } = splitRange(one);
  return range.includes('/') && isRange(range) && (port === null || (port >= 1 && port <= 65_535));
}, 'must be ranges of addresses, with or without a port, separated by commas, as in 10.1.0.0/16, 10.2.0.0/16:9000');

function rangesWhere(isValid: (one: string) => boolean, error: string) {
  return z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .superRefine((list, context) => {
      for (const one of list) {
        if (isValid(one)) continue;
        context.addIssue({ code: 'custom', message: `${error}, not "${one}"` });
      }
    });
}

/** Returns a range and its port; null when it has none. */
export function splitRange(text: string): { range: string; port: number | null } {
  const [, range, port] = /^(.+\/\d{1,3}):(\d{1,5})$/.exec(text) ?? [];
  return range && port ? { range, port: Number(port) } : { range: text, port: null };
}

/** Origins of web pages, separated by commas: scheme, host and port, without a path. */
export const origins = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim().replace(/\/$/, ''))
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    for (const one of list) {
      if (URL.canParse(one) && /^https?:/.test(one) && new URL(one).origin === one) continue;
      context.addIssue({ code: 'custom', message: `${ORIGIN_ERROR}, not "${one}"` });
    }
  });

/** Makes an error message that repeats the invalid value. Not for secrets. */
export function withValue(sentence: string) {
  return ({ input }: { input?: unknown }) => `${sentence}, not "${String(input)}"`;
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number, sentence: string) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: withValue(sentence),
    })
    .transform(Number);
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, { error: withValue(`must be one of ${words.join(', ')}`) });
}

const PROXY_ERROR =
  'must be addresses of proxies, separated by commas, as in 10.0.0.7, 10.0.0.0/8 or loopback';
/** The names of address ranges that Express accepts. */
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  return PROXY_GROUPS.includes(text) || isRange(text);
}

const ORIGIN_ERROR =
  'must be origins, separated by commas, as in https://chat.example.com, http://10.1.0.5:3000';

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/;
const HOST_NAME_ERROR =
  'must be host names without http:// and without a port, separated by commas, as in crm.lan, crm.example.com';

/** Whether the text is an address, alone or with the prefix length of a range. */
function isRange(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}
