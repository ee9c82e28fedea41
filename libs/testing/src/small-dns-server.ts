import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** A DNS server (RFC 1035) that knows a few names. */
export interface SmallDnsServer {
  /** As `Resolver#setServers` takes it. */
  address: string;
  /** What each name has; a name with no address at all exists, others do not. */
  names: Map<string, readonly string[]>;
  /** What was asked, in order: `A catalog-pods`. */
  asked: string[];
  /** While true no question is answered. */
  silent: boolean;
  close(): void;
}

const TYPES = { 1: 'A', 28: 'AAAA' } as const;

/** Listens on the loopback address alone. */
export async function startSmallDnsServer(
  names: Readonly<Record<string, readonly string[]>>,
): Promise<SmallDnsServer> {
  const socket = createSocket('udp4');
  const server: SmallDnsServer = {
    address: '',
    names: new Map(Object.entries(names)),
    asked: [],
    silent: false,
    close: () => void socket.close(),
  };
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question);
    const type = TYPES[question.readUInt16BE(end) as keyof typeof TYPES];
    server.asked.push(`${type} ${name}`);
    const known = server.names.get(name);
    const found = known?.filter((each) => isIPv4(each) === (type === 'A')) ?? [];
    if (!server.silent) socket.send(answer(question.subarray(0, end + 4), found, known), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function answer(question: Buffer, found: readonly string[], known: readonly string[] | undefined): Buffer {
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  const records = found.map((each) => {
    const address = bytesOf(each);
    // The name is that of the question; class IN, kept for a second.
    const start = [0xc0, 12, 0, address.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 1, 0, address.length];
    return Buffer.from([...start, ...address]);
  });
  return Buffer.concat([head, question.subarray(12), ...records]);
}

/** Of IPv6 only `::1` to `::ffff`. */
const bytesOf = (address: string): number[] =>
  isIPv4(address)
    ? address.split('.').map(Number)
    : [...Array.from({ length: 14 }, () => 0), ...wordOf(Number.parseInt(address.slice(2), 16))];

const wordOf = (value: number): number[] => [value >> 8, value & 0xff];
