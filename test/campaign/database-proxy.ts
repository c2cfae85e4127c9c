import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where to cut a connection: instead of forwarding a statement, right after it, or in place of its answer. */
export type Cut = 'before' | 'after' | 'answer';

/** A TCP proxy in front of the database that understands the framing of its protocol. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Cuts the connections of the next `count` statements that match. Returns how many are still to come. */
  cutNext(matching: RegExp, cut: Cut, count: number): () => number;
  /** Moves the clock that sessions see (`timestamp`), in seconds from the real one. */
  setClock(offsetSeconds: number): void;
  close(): Promise<void>;
}

const COM_QUERY = 0x03;
const COM_PREPARE = 0x16;
const COM_EXECUTE = 0x17;

/**
 * Starts the proxy. A client has one command on its way at a time, and each command is a packet with the
 * sequence number 0. So a statement of ours can go before a client's, and its answer is the next packet.
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let offset = 0;
  let order: { matching: RegExp; cut: Cut; left: number } | null = null;

  function takeCut(text: string): Cut | null {
    if (!order || order.left === 0 || !order.matching.test(text)) return null;
    order.left -= 1;
    return order.cut;
  }

  function serve(client: Socket): void {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    client.setNoDelay(true);
    sockets.add(client);
    const prepared = new Map<number, string>();
    let preparing: string | null = null;
    let isOwnAnswer = false;
    let isAnswerCut = false;
    let isMoved = false;
    let waiting: Buffer[] = [];
    let received: Buffer = Buffer.alloc(0);

    const end = () => {
      sockets.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);

    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let packet = takePacket(); packet; packet = takePacket()) forward(packet);
    });

    upstream.on('data', (chunk) => {
      if (isAnswerCut) {
        end();
        return;
      }
      if (isOwnAnswer) {
        // The answer to SET is one small packet, which arrives whole.
        isOwnAnswer = false;
        const rest = chunk.subarray(4 + chunk.readUIntLE(0, 3));
        const held = waiting;
        waiting = [];
        for (const packet of held) transmit(packet);
        if (rest.length > 0) client.write(rest);
        return;
      }
      if (preparing !== null) {
        if (chunk[4] === 0 && chunk.length >= 9) prepared.set(chunk.readUInt32LE(5), preparing);
        preparing = null;
      }
      client.write(chunk);
    });

    function takePacket(): Buffer | null {
      if (received.length < 4) return null;
      const length = 4 + received.readUIntLE(0, 3);
      if (received.length < length) return null;
      const packet = received.subarray(0, length);
      received = received.subarray(length);
      return packet;
    }

    /** Sends our statement first, when the clock of the session is not what it should be. */
    function forward(packet: Buffer): void {
      const command = packet[3] === 0 ? packet[4] : undefined;
      const isStatement = command === COM_QUERY || command === COM_EXECUTE;
      if (isOwnAnswer) {
        waiting.push(packet);
        return;
      }
      if (!isStatement || (offset === 0 && !isMoved)) {
        transmit(packet);
        return;
      }
      isMoved = offset !== 0;
      waiting.push(packet);
      isOwnAnswer = true;
      const value = isMoved ? `UNIX_TIMESTAMP(SYSDATE(6)) + ${offset}` : 'DEFAULT';
      upstream.write(queryPacket(`SET SESSION timestamp = ${value}`));
    }

    function transmit(packet: Buffer): void {
      const command = packet[3] === 0 ? packet[4] : undefined;
      const text =
        command === COM_QUERY || command === COM_PREPARE
          ? packet.toString('utf8', 5, Math.min(packet.length, 400))
          : command === COM_EXECUTE
            ? (prepared.get(packet.readUInt32LE(5)) ?? '')
            : '';
      const cut = command === COM_PREPARE || text === '' ? null : takeCut(text);
      if (command === COM_PREPARE) preparing = text;
      if (cut === 'before') {
        end();
        return;
      }
      if (cut === 'answer') isAnswerCut = true;
      upstream.write(packet, () => {
        if (cut === 'after') end();
      });
    }
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutNext: (matching, cut, count) => {
      const made = { matching, cut, left: count };
      order = made;
      return () => made.left;
    },
    setClock: (offsetSeconds) => {
      offset = offsetSeconds;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function queryPacket(sql: string): Buffer {
  const body = Buffer.from(`\u0003${sql}`, 'utf8');
  const packet = Buffer.alloc(4 + body.length);
  packet.writeUIntLE(body.length, 0, 3);
  body.copy(packet, 4);
  return packet;
}
