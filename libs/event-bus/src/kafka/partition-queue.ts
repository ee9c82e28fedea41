import type { IHeaders, Message } from 'kafkajs';

export type WireMessage = Pick<Message, 'key' | 'value' | 'headers'>;

interface Waiting {
  messages: readonly WireMessage[];
  bytes: number;
  settle: (error?: unknown) => void;
}

/** The size stays within a broker's default of 1 MiB for a request. */
const MOST_MESSAGES = 500;
const MOST_BYTES = 512 * 1024;

/** One request at a time keeps the order over retries; what comes then goes with the next. */
export class PartitionQueue {
  private waiting: Waiting[] = [];
  private sending = false;

  /** @param send all or none, in order */
  constructor(private readonly send: (messages: readonly WireMessage[]) => Promise<void>) {}

  /** Pushes messages; after an error some may be stored. */
  async push(messages: readonly WireMessage[]): Promise<void> {
    await Promise.all(pieces(messages).map((piece) => this.wait(piece)));
  }

  private wait({ messages, bytes }: Piece): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    this.waiting.push({ messages, bytes, settle });
    if (!this.sending) void this.drain();
    return promise;
  }

  private async drain(): Promise<void> {
    this.sending = true;
    // Calls of the same tick share the request.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.next();
      const failure = await this.send(batch.flatMap(({ messages }) => messages)).then(
        () => undefined,
        (error: unknown) => error ?? new Error('Not sent, without a reason'),
      );
      for (const { settle } of batch) settle(failure);
    }
    this.sending = false;
  }

  private next(): Waiting[] {
    let count = 0;
    let size = 0;
    const end = this.waiting.findIndex(({ messages, bytes }, index) => {
      count += messages.length;
      size += bytes;
      return index > 0 && (count > MOST_MESSAGES || size > MOST_BYTES);
    });
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }
}

type Piece = Omit<Waiting, 'settle'>;

/** A larger message goes alone. */
function pieces(messages: readonly WireMessage[]): Piece[] {
  const all: { messages: WireMessage[]; bytes: number }[] = [];
  for (const message of messages) {
    const bytes = sizeOf(message);
    const last = all.at(-1);
    if (last && last.messages.length < MOST_MESSAGES && last.bytes + bytes <= MOST_BYTES) {
      last.messages.push(message);
      last.bytes += bytes;
    } else all.push({ messages: [message], bytes });
  }
  return all;
}

function sizeOf({ key, value, headers = {} }: WireMessage): number {
  return bytesOf(key) + bytesOf(value) + headerBytes(headers);
}

const bytesOf = (text: Buffer | string | null | undefined): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : (text?.length ?? 0);

const headerBytes = (headers: IHeaders): number =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + (Array.isArray(value) ? 0 : bytesOf(value)),
    0,
  );

/**
 * Implements FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), modulo the count. Consumers order by
 * version, so a topic may grow though a drive's events then lie on two partitions.
 */
export function partitionOf(drive: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(drive)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}
