import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
] as const);
type QuestionType = 'A' | 'AAAA';

/** The records of a name, or those for this question. */
type Found = readonly string[] | ((type: QuestionType) => readonly string[]);

/** A resolver that answers as it is told. */
export interface SmallDnsServer {
  /** Format: that of `Resolver#setServers`. */
  address: string;
  /** The records of each name; a name with no address at all exists, others do not. */
  names: Map<string, Found>;
  /** The questions asked, in order: `A catalog-pods`. */
  asked: string[];
  /** No question is answered while it is true. */
  silent: boolean;
  close(): void;
}

/** Listens on the loopback address alone, unless it is told another one. Everything may be kept for 0 seconds. */
export async function startSmallDnsServer(
  names: Readonly<Record<string, Found>>,
  at = { port: 0, address: '127.0.0.1' },
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
    const type = TYPES.get(question.readUInt16BE(end) as 1);
    server.asked.push(`${type} ${name}`);
    const known = server.names.get(name);
    const all = typeof known === 'function' ? type && known(type) : known;
    const found = (type && all?.filter((each) => isIPv4(each) === (type === 'A'))) ?? [];
    if (!server.silent) socket.send(answer(question.subarray(0, end + 4), found, !known), port, address);
  });
  socket.bind(at);
  await once(socket, 'listening');
  server.address = `${at.address}:${socket.address().port}`;
  return server;
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answer(question: Buffer, found: readonly string[], isUnknown: boolean): Buffer {
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  // A response, recursion available; RCODE 3: no such name.
  head.writeUInt16BE(isUnknown ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  const records = found.map((each) => {
    const bytes = isIPv4(each) ? each.split('.').map(Number) : ipv6Bytes(each);
    // The name is that of the question; class IN.
    const start = [0xc0, 12, 0, isIPv4(each) ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length];
    return Buffer.from([...start, ...bytes]);
  });
  return Buffer.concat([head, question.subarray(12), ...records]);
}

/** The URL parser writes an address in its shortest form, without dots. */
function ipv6Bytes(address: string): Buffer {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...missing, ...tail].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
