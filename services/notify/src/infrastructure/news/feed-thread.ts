import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AnyFeed } from 'feedsmith';

const MOST_ITEMS = 50;
const MOST_MS = 3000;
const IDLE_MS = 30_000;
const MOST_MEMORY_MB = 96;

/** Sends `null` when ready, then the feed of each text, or `null`. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { parseFeed } = require(workerData.parser);
parentPort.on('message', (text) => {
  let feed = null;
  try {
    feed = parseFeed(text, { maxItems: workerData.maxItems });
  } catch {}
  parentPort.postMessage(feed);
});
parentPort.postMessage(null);
`;

/** Some texts, e.g. a million `<`, take the parser hours: its thread can be ended. */
export class FeedThread {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** @throws Error when it is no feed, or takes too long */
  parse(text: string): Promise<AnyFeed> {
    const parsed = this.#last.then(() => this.#parseNow(text));
    this.#last = parsed.catch(() => undefined);
    return parsed;
  }

  async #parseNow(text: string): Promise<AnyFeed> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= await started());
    const answered = answerOf(worker, MOST_MS);
    worker.postMessage(text, []);
    const feed = await answered.catch((error: unknown) => {
      this.#end();
      throw error;
    });
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    if (!feed) throw noFeed();
    return feed;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

async function started(): Promise<Worker> {
  const parser = createRequire(import.meta.url).resolve('feedsmith');
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { parser, maxItems: MOST_ITEMS },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  await answerOf(worker, null);
  // Must not keep the process alive.
  worker.unref();
  return worker;
}

function answerOf(worker: Worker, mostMs: number | null): Promise<AnyFeed | null> {
  return new Promise((resolve, reject) => {
    const settle = (settling: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('error', onEnd).off('exit', onEnd);
      worker.on('error', () => undefined);
      settling();
    };
    const onAnswer = (feed: AnyFeed | null): void => settle(() => resolve(feed));
    const onEnd = (): void => settle(() => reject(noFeed()));
    const onTimeout = (): void => settle(() => reject(new Error('It takes too long to read.')));
    const timer = mostMs === null ? undefined : setTimeout(onTimeout, mostMs);
    worker.on('message', onAnswer).on('error', onEnd).on('exit', onEnd);
  });
}

const noFeed = (): Error => new Error('It is no feed that can be read.');
