import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { nameServer } from './addresses.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A name's addresses: the first list is answered to the first question, the last one ever after. */
export type Answers = readonly (readonly string[])[];

/**
 * A resolver that answers as it is told, and may answer otherwise the second time. Everything may be kept for
 * 0 seconds.
 */
export class HostileDns {
  private readonly names = new Map<string, Answers>();
  private readonly asked = new Map<string, number>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, { port, address }) => socket.send(this.answer(message), port, address));
  }

  static async start(): Promise<HostileDns> {
    const socket = createSocket('udp4').bind(53, nameServer);
    await once(socket, 'listening');
    return new HostileDns(socket);
  }

  set(name: string, answers: Answers): void {
    this.names.set(name, answers);
    for (const type of [TYPE_A, TYPE_AAAA]) this.asked.delete(`${type} ${name}`);
  }

  questions(name: string): number {
    return [TYPE_A, TYPE_AAAA].reduce((sum, type) => sum + (this.asked.get(`${type} ${name}`) ?? 0), 0);
  }

  close(): void {
    this.socket.close();
  }

  private answer(message: Buffer): Buffer {
    const { name, end } = nameAt(message);
    const type = message.readUInt16BE(end);
    const records = this.addressesOf(name, type).map((address) => recordOf(type, address));
    const head = Buffer.from(message.subarray(0, 12));
    // A response, recursion available; RCODE 3: no such name.
    head.writeUInt16BE(this.names.has(name) ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    return Buffer.concat([head, message.subarray(12, end + 4), ...records]);
  }

  private addressesOf(name: string, type: number): string[] {
    const key = `${type} ${name}`;
    const nth = this.asked.get(key) ?? 0;
    this.asked.set(key, nth + 1);
    const answers = this.names.get(name) ?? [];
    const wanted = answers[Math.min(nth, answers.length - 1)] ?? [];
    if (type !== TYPE_A && type !== TYPE_AAAA) return [];
    return wanted.filter((address) => isIPv6(address) === (type === TYPE_AAAA));
  }
}

function nameAt(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function recordOf(type: number, address: string): Buffer {
  const bytes = type === TYPE_A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** The URL parser writes an address in its shortest form, without dots. */
function ipv6Bytes(address: string): Buffer {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = 8 - groups(head).length - groups(tail ?? '').length;
  const all = [
    ...groups(head),
    ...Array<string>(tail === undefined ? 0 : missing).fill('0'),
    ...groups(tail ?? ''),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
