import { connect, type Socket } from 'node:net';

const METADATA = { key: 3, version: 1 };
const SASL_HANDSHAKE = { key: 17, version: 1 };
const SASL_AUTHENTICATE = { key: 36, version: 0 };
const TIMEOUT_MS = 2_000;

/** The user of SASL/PLAIN. */
export interface KafkaUser {
  username: string;
  password: string;
}

/**
 * By the Metadata request, version 1 (https://kafka.apache.org/protocol#The_Messages_Metadata), after signing
 * in. A starting broker is listed only once the controller has let it in.
 * @returns their ids; none without an answer within 2 s, or a refused user
 */
export async function listBrokers(port: number, user: KafkaUser): Promise<number[]> {
  const socket = connect({ host: '127.0.0.1', port });
  // The waiting caller reports it.
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
  const answers = framesOf(socket);
  const ask = async (api: { key: number; version: number }, body: Buffer): Promise<Buffer> => {
    socket.write(request(api, body));
    const { value, done } = await answers.next();
    if (done) throw new Error('The broker has closed the connection');
    return value;
  };
  try {
    await ask(SASL_HANDSHAKE, string('PLAIN'));
    const signedIn = await ask(SASL_AUTHENTICATE, bytes(`\0${user.username}\0${user.password}`));
    if (signedIn.readInt16BE(0) !== 0) return [];
    return brokerIds(await ask(METADATA, int32(0)));
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function* framesOf(socket: Socket): AsyncGenerator<Buffer, undefined> {
  let pending = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    for (; pending.length >= 4 && pending.length >= 4 + pending.readInt32BE(0);) {
      const end = 4 + pending.readInt32BE(0);
      yield pending.subarray(8, end);
      pending = pending.subarray(end);
    }
  }
}

/** Writes the length, then the header: key, version, correlation id, no client id. */
function request({ key, version }: { key: number; version: number }, body: Buffer): Buffer {
  const header = Buffer.alloc(14);
  header.writeInt32BE(10 + body.length, 0);
  header.writeInt16BE(key, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(1, 8);
  header.writeInt16BE(-1, 12);
  return Buffer.concat([header, body]);
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function string(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

const bytes = (text: string): Buffer => Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);

function brokerIds(answer: Buffer): number[] {
  const count = answer.readInt32BE(0);
  const ids: number[] = [];
  for (let at = 4, index = 0; index < count; index += 1) {
    ids.push(answer.readInt32BE(at));
    at += 6 + answer.readInt16BE(at + 4);
    const rack = answer.readInt16BE(at + 4);
    at += 6 + Math.max(0, rack);
  }
  return ids;
}
