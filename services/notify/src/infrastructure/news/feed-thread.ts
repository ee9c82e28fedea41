import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AnyFeed } from 'feedsmith';

const MOST_ITEMS = 50;
const MOST_MS = 3000;
const IDLE_MS = 30_000;
const MOST_MEMORY_MB = 96;

/** Sends `null` when ready, then for each text its feed, or `null` for none. */
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

/** Some texts, e.g. a million `<`, take the parser hours: it works in a thread that can be ended. */
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
  // A stopping process does not wait for it.
  worker.unref();
  return worker;
}

function answerOf(worker: Worker, mostMs: number | null): Promise<AnyFeed | null> {
  return new Promise((resolve, reject) => {
    const settle = (settling: () => void): void => {
      clearTimeout(timer);
      worker.off('message', told).off('error', broken).off('exit', broken);
      // Later errors concern no one.
      worker.on('error', () => undefined);
      settling();
    };
    const told = (feed: AnyFeed | null): void => settle(() => resolve(feed));
    const broken = (): void => settle(() => reject(noFeed()));
    const late = (): void => settle(() => reject(new Error('It takes too long to read.')));
    const timer = mostMs === null ? undefined : setTimeout(late, mostMs);
    worker.on('message', told).on('error', broken).on('exit', broken);
  });
}

const noFeed = (): Error => new Error('It is no feed that can be read.');
