// Starts and stops a MariaDB Galera cluster on this machine, for development and tests.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { SetupError } from '../setup/progress.mjs';
import { createNode } from './node.mjs';

/**
 * Starts the nodes on loopback ports, one after the other: the one with the newest data first, the others join it and get
 * what they lack. Their data stays in `folder`. Every node ends when this process does.
 * @param options.programs what `ensureGalera` has found.
 * @param options.isDurable whether commits survive a crash of the machine.
 * @param options.restarts whether a node that ends by itself, or is killed, starts again.
 * @throws {SetupError} with the end of the log of a node that does not start.
 */
export async function startGaleraCluster({
  folder,
  programs,
  size = 3,
  isDurable = true,
  restarts = false,
  say = () => undefined,
  signal,
}) {
  const processes = await import('../../dist/server/local-mariadb.js');
  const { findDatabaseServer } = await import('../../dist/server/find-database.js');
  const database = findDatabaseServer(process.env.PATH ?? '');
  if (database?.flavour !== 'mariadb' || !database.installer)
    throw new SetupError(
      'A Galera cluster needs MariaDB (10.6 or later); the database on this machine is another one.',
    );
  const place = resolve(folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const password = ensurePassword(join(place, 'password'));
  const ports = await choosePorts(size);
  const addresses = ports.map(({ group }) => `127.0.0.1:${group}`);
  const nodes = ports.map((own, index) =>
    createNode({
      name: `node-${index + 1}`,
      folder: join(place, `node-${index + 1}`),
      ports: own,
      addresses,
      programs: { ...programs, server: database.server, installer: database.installer },
      password,
      isDurable,
      processes,
    }),
  );
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    // The first one stops last: it has everything, and starts the next run.
    for (const node of nodes.toReversed()) await node.stop();
  };
  try {
    const first = await newestOf(nodes);
    for (const node of [first, ...nodes.filter((one) => one !== first)]) {
      say(
        node === first
          ? `Starting the database ${node.name}…`
          : `The database ${node.name} joins the others…`,
      );
      await node.start({ isFirst: node === first, signal });
    }
    // For commands, which have no other way to find it; it changes with the ports.
    writeFileSync(join(place, 'database-url'), nodes[0].url, { mode: 0o600 });
    if (restarts) for (const node of nodes) void keepRunning(node);
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };

  async function keepRunning(node) {
    for (;;) {
      await node.ended();
      if (isStopping) return;
      say(`The database ${node.name} stopped unexpectedly; starting it again.`);
      try {
        await node.start();
        say(`The database ${node.name} has joined the others again.`);
      } catch (error) {
        if (!isStopping) say(error.message);
        return;
      }
    }
  }
}

/** Returns the node with the newest data, which has to start first; the first one when none has data. */
async function newestOf(nodes) {
  const known = [];
  for (const node of nodes) {
    if (!node.hasTables()) continue;
    const [, number] = (await node.position()).split(':');
    known.push({ node, number: Number(number) });
  }
  return known.toSorted((a, b) => b.number - a.number)[0]?.node ?? nodes[0];
}

function ensurePassword(file) {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/**
 * Returns the ports of each node: free ones that the system gives to no outgoing connection (on Linux, those are above
 * 32767), because a node that was killed needs its own again.
 */
async function choosePorts(size) {
  const free = new Set();
  while (free.size < 4 * size) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) free.add(port);
  }
  const list = [...free];
  return Array.from({ length: size }, (_, index) => {
    const [clients, group, increments, state] = list.slice(4 * index, 4 * index + 4);
    return { clients, group, increments, state };
  });
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
