import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Release {
  version: string;
  /** The installer's bytes. */
  content: string;
  /** False values for lines of latest-linux.yml. An empty string omits the line. */
  claims?: { sha512?: string; stagingPercentage?: number };
  /** Signs latest-linux.yml; by default the key of the feed does. */
  signed?: (text: string) => string;
}

/**
 * Serves a folder of updates as `npm run package` creates it.
 * @param signed signs a release file.
 */
export async function serveFeed(signed: (text: string) => string) {
  let release: Release | null = null;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://feed').pathname;
    requested.push(path);
    if (release && path === '/latest-linux.yml')
      return response.end((release.signed ?? signed)(describeRelease(release)));
    if (release && path === `/${fileOf(release)}`) {
      response.setHeader('Content-Length', Buffer.byteLength(release.content));
      return response.end(release.content);
    }
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requested,
    publish: (next: Release) => {
      release = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fileOf({ version }: Release): string {
  return `Switchboard-${version}-linux-x86_64.AppImage`;
}

function describeRelease(release: Release): string {
  const { content, version, claims = {} } = release;
  const sha512 = claims.sha512 ?? createHash('sha512').update(content).digest('base64');
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${fileOf(release)}`,
    ...(sha512 === '' ? [] : [`    sha512: ${sha512}`]),
    `    size: ${Buffer.byteLength(content)}`,
    `path: ${fileOf(release)}`,
    ...(sha512 === '' ? [] : [`sha512: ${sha512}`]),
    ...(claims.stagingPercentage === undefined ? [] : [`stagingPercentage: ${claims.stagingPercentage}`]),
    "releaseDate: '2026-03-01T08:00:00.000Z'",
  ];
  return `${lines.join('\n')}\n`;
}
