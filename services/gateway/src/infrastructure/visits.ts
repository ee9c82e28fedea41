import { createHash } from 'node:crypto';
import { catalogCalls, limits } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { Opened } from '@skyshelf/service';
import { MongoServerError, type Collection, type Db } from 'mongodb';
import type {
  BegunDownloads,
  VisitDeps,
  PasswordTries,
  ShareCalls,
  Visit,
} from '../application/visits/visit-deps.js';
import { createSealer, type Clock } from '@skyshelf/tokens';
import type { GatewayRuntime } from '../gateway.runtime.js';
import { countRefusals } from './gateway-figures.js';

export const shareCalls = (peers: Peers): ShareCalls => ({
  find: async (hash) => (await ask(peers, catalogCalls.findShare, { body: { hash } })).share,
  watch: (drive, id, sent) =>
    ask(peers, catalogCalls.watchShare, { params: { drive }, body: { id, sent }, key: drive }),
  count: async (drive, id, what, limit) =>
    (await ask(peers, catalogCalls.countShare, { params: { drive }, body: { id, what, limit } })).counted,
  takeBack: async (drive, id, what) =>
    void (await ask(peers, catalogCalls.countShare, { params: { drive }, body: { id, what, back: true } })),
  list: ({ drive, id, roots, generation }, path) =>
    ask(peers, catalogCalls.listShared, {
      params: { drive },
      body: { id, roots, generation, path },
      key: drive,
    }),
  save: ({ drive, id, generation }, into) =>
    ask(peers, catalogCalls.saveShare, { params: { drive }, body: { id, generation, into } }),
  newest: async ({ drive, roots }) =>
    (await ask(peers, catalogCalls.newestWithin, { params: { drive }, query: { within: [...roots] } }))
      .elements,
});

interface TryDocument {
  _id: string;
  count: number;
  expires: Date;
}

const WINDOW_MS = 10 * 60_000;
const MOST_FROM_ADDRESS = 10;
/** The number of wrong ones of all addresses that are answered at once; the others wait longer and longer. */
const UNSLOWED = 50;
const SLOWER_MS = 10;
const SLOWEST_MS = 3_000;
const DUPLICATE = 11_000;

const digest = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export class StoredPasswordTries implements PasswordTries {
  readonly #tries: Collection<TryDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.#tries = db.collection('shareTries');
  }

  async begin(link: string, address: string): Promise<number> {
    const { count, expires } = await this.#add(digest(link, address));
    return count <= MOST_FROM_ADDRESS ? 0 : Math.max(1, expires.getTime() - this.clock.now().getTime());
  }

  async takeBack(link: string, address: string): Promise<void> {
    await this.#tries.updateOne({ _id: digest(link, address), count: { $gt: 0 } }, { $inc: { count: -1 } });
  }

  async noteWrong(link: string): Promise<number> {
    const { count } = await this.#add(digest(link));
    return Math.min(SLOWEST_MS, SLOWER_MS * Math.max(0, count - UNSLOWED));
  }

  /** Counts one more within this window. */
  async #add(_id: string): Promise<Pick<TryDocument, 'count' | 'expires'>> {
    const now = this.clock.now();
    const isOver = { $lte: [{ $ifNull: ['$expires', now] }, now] };
    const counted = {
      count: { $cond: [isOver, 1, { $add: ['$count', 1] }] },
      expires: { $cond: [isOver, new Date(now.getTime() + WINDOW_MS), '$expires'] },
    };
    for (;;)
      try {
        const options = { upsert: true, returnDocument: 'after' } as const;
        const after = await this.#tries.findOneAndUpdate({ _id }, [{ $set: counted }], options);
        if (after) return after;
      } catch (error) {
        // Another process made it at this moment.
        if (!(error instanceof MongoServerError && error.code === DUPLICATE)) throw error;
      }
  }
}

export class StoredDownloads implements BegunDownloads {
  readonly #begun: Collection<{ _id: string; expires: Date }>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.#begun = db.collection('shareDownloads');
  }

  async note({ id, visitor }: Visit, what: string): Promise<void> {
    const expires = new Date(this.clock.now().getTime() + limits.visitMs);
    await this.#begun.updateOne({ _id: digest(id, visitor, what) }, { $set: { expires } }, { upsert: true });
  }

  async has({ id, visitor }: Visit, what: string): Promise<boolean> {
    return (await this.#begun.findOne({ _id: digest(id, visitor, what) })) !== null;
  }
}

export const visitDeps = (
  { db, clock, peers, config, internalKeys, metrics }: Opened<GatewayRuntime>,
  gateway: VisitDeps['gateway'],
): VisitDeps => ({
  gateway,
  shares: shareCalls(peers),
  tries: new StoredPasswordTries(db, clock),
  begun: new StoredDownloads(db, clock),
  sealer: createSealer(internalKeys, 'visits'),
  dailyBytes: config.shareDailyMb * MEBIBYTE,
  onTrafficUsedUp: countRefusals(metrics),
});

const MEBIBYTE = 1024 * 1024;
