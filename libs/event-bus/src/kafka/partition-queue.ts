import type { IHeaders, Message } from 'kafkajs';

export type WireMessage = Pick<Message, 'key' | 'value' | 'headers'>;

interface Waiting {
  messages: readonly WireMessage[];
  bytes: number;
  settle: (error?: unknown) => void;
}

/** Bounds of one request; a broker takes 1 MiB by default. */
const MOST_MESSAGES = 500;
const MOST_BYTES = 512 * 1024;

/**
 * What waits for one partition. One request is under way at a time, so the order holds over retries; what comes while it runs goes together with the next.
 */
export class PartitionQueue {
  private waiting: Waiting[] = [];
  private sending = false;

  /** @param send stores messages in their order, acknowledged all together or not at all */
  constructor(private readonly send: (messages: readonly WireMessage[]) => Promise<void>) {}

  /** Returns at the broker's acknowledgement of all of them; on an error some of them may be stored. */
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
    // What is handed over at the same moment goes along.
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

/** In order, each within the bounds; a message larger than they are stands alone. */
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
