import { randomUUID } from 'node:crypto';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel, type ISocketFactory } from 'kafkajs';
import type { KafkaAccess } from '../src/stack.js';

/** What a try may take, milliseconds: long enough for a broker on a busy machine that is just being elected. */
const TRY_MS = 10_000;
const DEADLINE_MS = 60_000;

/** A topic of one partition: enough to see that brokers keep what they have acknowledged. */
export class KafkaLog {
  constructor(
    private readonly access: KafkaAccess,
    readonly topic: string,
  ) {}

  async create(copies: number): Promise<void> {
    await this.persistently(async (kafka) => {
      const admin = kafka.admin();
      await admin.connect();
      if ((await admin.listTopics()).includes(this.topic)) return;
      const topics = [{ topic: this.topic, numPartitions: 1, replicationFactor: copies }];
      await admin.createTopics({ topics, waitForLeaders: true });
    });
  }

  /**
   * Returns when all replicas in sync have it. It may be there several times: an unanswered try may have been
   * stored.
   */
  async append(text: string): Promise<void> {
    await this.persistently(async (kafka) => {
      const producer = kafka.producer();
      await producer.connect();
      await producer.send({ topic: this.topic, acks: -1, messages: [{ value: text, partition: 0 }] });
    });
  }

  /** The different texts that it holds, read from its beginning to its end. */
  async texts(): Promise<string[]> {
    const all = await this.persistently(async (kafka) => {
      const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}` });
      await consumer.connect();
      await consumer.subscribe({ topic: this.topic, fromBeginning: true });
      const texts: string[] = [];
      const read = Promise.withResolvers<void>();
      await consumer.run({
        eachBatch: async ({ batch }) => {
          for (const { value } of batch.messages) texts.push(String(value));
          if (BigInt(batch.lastOffset()) + 1n >= BigInt(batch.highWatermark)) read.resolve();
        },
      });
      await read.promise;
      await consumer.disconnect();
      return texts;
    });
    return [...new Set(all)];
  }

  /**
   * Tries until it succeeds, each time with a client of its own. kafkajs 2.2.4 does not get over every end of
   * a connection: behind a proxy that accepts for a dead broker and then resets, a client asks that one again
   * and again, and some of its promises stay open.
   */
  private async persistently<T>(work: (kafka: Kafka) => Promise<T>): Promise<T> {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      try {
        return await this.once(work);
      } catch (cause) {
        if (performance.now() > deadline)
          throw new Error(`Kafka has not done it within ${DEADLINE_MS / 1000} s`, { cause });
        await pause(100);
      }
    }
  }

  private async once<T>(work: (kafka: Kafka) => Promise<T>): Promise<T> {
    const sockets = new Sockets();
    const working = work(
      new Kafka({
        // kafkajs adds to what it is given.
        ...structuredClone(this.access),
        clientId: 'stack-test',
        logLevel: logLevel.NOTHING,
        requestTimeout: TRY_MS / 2,
        connectionTimeout: 1_000,
        socketFactory: sockets.open,
        retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 500, restartOnFailure: async () => false },
      }),
    );
    const timer = new AbortController();
    const late = pause(TRY_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`No answer within ${TRY_MS} ms`);
    });
    late.catch(() => undefined);
    working.catch(() => undefined);
    try {
      return await Promise.race([working, late]);
    } finally {
      timer.abort();
      sockets.close();
    }
  }
}

/** The connections of one client, so that nothing of it stays, whatever it believes itself. */
class Sockets {
  private readonly opened: Socket[] = [];
  private closed = false;

  readonly open: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = this.closed
      ? new Socket().destroy(new Error('Closed'))
      : connect({ host, port }, onConnect);
    this.opened.push(socket);
    return socket;
  };

  close(): void {
    this.closed = true;
    for (const socket of this.opened) socket.destroy();
  }
}
