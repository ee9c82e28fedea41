import { connect } from 'node:net';

const METADATA = 3;
const VERSION = 1;
const TIMEOUT_MS = 2_000;

/**
 * Asks a broker which brokers of its cluster are in service, by the wire protocol's Metadata request in version 1
 * (https://kafka.apache.org/protocol#The_Messages_Metadata). A broker that has just started is among them only when the
 * controller has let it in.
 * @returns their ids; none when the broker does not answer within 2 s
 */
export function brokersKnownTo(port: number): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const chunks: Buffer[] = [];
    const end = (ids: number[]) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(ids);
    };
    const timer = setTimeout(() => end([]), TIMEOUT_MS);
    socket.once('connect', () => socket.write(request()));
    socket.once('error', () => end([]));
    socket.once('close', () => end([]));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = Buffer.concat(chunks);
      if (answer.length >= 4 && answer.length >= 4 + answer.readInt32BE(0)) end(brokerIds(answer));
    });
  });
}

/** Length, header (key, version, correlation id, no client id) and an empty list of topics. */
function request(): Buffer {
  const bytes = Buffer.alloc(18);
  bytes.writeInt32BE(14, 0);
  bytes.writeInt16BE(METADATA, 4);
  bytes.writeInt16BE(VERSION, 6);
  bytes.writeInt32BE(1, 8);
  bytes.writeInt16BE(-1, 12);
  bytes.writeInt32BE(0, 14);
  return bytes;
}

/** After length and correlation id: an array of id, host, port and rack (null as length -1). */
function brokerIds(answer: Buffer): number[] {
  const count = answer.readInt32BE(8);
  const ids: number[] = [];
  for (let at = 12, index = 0; index < count; index += 1) {
    ids.push(answer.readInt32BE(at));
    at += 6 + answer.readInt16BE(at + 4);
    const rack = answer.readInt16BE(at + 4);
    at += 6 + Math.max(0, rack);
  }
  return ids;
}
