import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UploadWorld, type Outcome } from '../../../../testing/upload-world.js';
import type { Upload } from './upload.js';

/** `npm run campaign -- uploads` asks for 10,000. */
const RUNS = Number(process.env.UPLOAD_ORDERS ?? 450);
const SEED = Number(process.env.SEED ?? 24);

/** The next event, and the upload that it happens to. */
interface Happening {
  what: number;
  which: number;
}
const happening = fc.record({ what: fc.nat(99), which: fc.nat(1_000_000) });
const orders = fc.array(happening, { minLength: 10, maxLength: 150 });

const SIZES = [10, 10, 10, 1000, 50_000, 95_000] as const;
let names = 0;
const remote = {
  name: '',
  size: null,
  type: '',
  source: 'url' as const,
  path: '',
  body: {},
  headers: {},
};

/** Files of all kinds: small, middle and large, below folders, from elsewhere, some of a name that is taken. */
const someFiles = (which: number): (Pick<Upload, 'name' | 'size'> & Partial<Upload>)[] =>
  Array.from({ length: 1 + (which % 13) }, (_, index) => {
    const name = `${(names += 1)}`;
    const kind = (which >> 3) + index * 7;
    const size = SIZES[kind % SIZES.length] ?? 10;
    if (kind % 11 === 0) return { name, size, remote, keptAs: null };
    return { name, size, ...(kind % 5 === 0 && { path: [`folder-${kind % 2}`] }) };
  });

const pick = <Value>(values: readonly Value[], which: number): Value[] =>
  values.slice(which % (values.length + 1)).slice(0, 3);
const outcomeOf = (what: number): Outcome =>
  what < 60
    ? 'well'
    : what < 70
      ? 'lost'
      : what < 82
        ? 'cut'
        : what < 90
          ? 'busy'
          : what < 96
            ? 'refused'
            : 'gone';

/** Most happenings are answers of calls. `gentle`: the user only waits, and nothing is refused for good. */
function happen(world: UploadWorld, { what, which }: Happening, gentle: boolean): void {
  const ids = pick(
    world.all().map(({ id }) => id),
    which,
  );
  if (what < 8) {
    if (!gentle && which % 4 === 0) world.server.elements.set(`root ${names + 2}`, 'others');
    return world.add(someFiles(which));
  }
  if (what < 12) return world.reload();
  if (what < 14) return world.flush();
  if (what < 17) return world.answerLate();
  if (what < 18) return world.dispatch({ type: 'resumed', ids: world.idsIn('failed', 'missing') });
  if (!gentle && what < 26) return world.dispatch({ type: 'paused', ids });
  if (!gentle && what < 34) return world.dispatch({ type: 'resumed', ids });
  if (!gentle && what < 36) return changeMind(world, ids);
  if (!gentle && what < 37) return world.giveUp('cleared', world.idsIn('done', 'refused'));
  if (!gentle && what < 40)
    return world.dispatch({ type: 'retaken', ids, ifTaken: which % 2 ? 'replace' : 'keep-both' });
  const calls = [...world.underWay.keys()];
  const call = calls[which % calls.length];
  if (call === undefined) return;
  if (what < 45) return world.dispatch({ type: 'progressed', call, sent: which % 20_000 });
  const outcome = outcomeOf(which % 100);
  world.end(call, gentle && (outcome === 'gone' || outcome === 'refused') ? 'lost' : outcome);
}

/** Tries all again that have failed, and gives some of those up that are still to come. */
function changeMind(world: UploadWorld, ids: readonly number[]): void {
  world.dispatch({ type: 'resumed', ids: world.idsIn('failed') });
  const waiting = world.idsIn('waiting').filter((id) => id % 3 === 0);
  world.giveUp('cancelled', [...ids.slice(0, 1), ...waiting.slice(0, 2)]);
}

function run(order: readonly Happening[], gentle: boolean): UploadWorld {
  const world = new UploadWorld();
  world.add(someFiles(order.length));
  for (const each of order) happen(world, each, gentle);
  world.dispatch({ type: 'resumed', ids: world.idsIn('paused') });
  world.drain();
  return world;
}

const SETTLED = new Set(['done', 'failed', 'refused', 'missing']);

/** Every file has come to an end that says why, and every group is told to have. */
function expectSettled(world: UploadWorld): void {
  for (const { id, status, message } of world.all()) {
    if (!SETTLED.has(status)) expect.unreachable(`${id} is ${status} for ever`);
    if (status !== 'done' && !message) expect.unreachable(`${id} is ${status} and does not say why`);
  }
  const { jobs, asking, arrived } = world.state;
  expect({ jobs, asking, arrived: arrived.size }).toEqual({ jobs: [], asking: false, arrived: 0 });
}

describe('uploads in any order of what may happen', () => {
  it('end done, or with the reason why not', { timeout: RUNS * 100 }, () => {
    fc.assert(
      fc.property(orders, (order) => {
        const world = run(order, false);
        expectSettled(world);
        // With a server that is well all of them arrive, but for those that it refuses.
        world.dispatch({ type: 'resumed', ids: world.idsIn('failed', 'missing') });
        world.drain();
        expectSettled(world);
        expect(world.idsIn('failed', 'missing')).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1000 },
    );
  });

  it('all arrive, each once, over reloads, cuts and lost answers', { timeout: RUNS * 100 }, () => {
    fc.assert(
      fc.property(orders, (order) => {
        const world = run(order, true);
        world.dispatch({ type: 'resumed', ids: world.idsIn('failed', 'missing') });
        world.drain();
        expect(world.all().filter(({ status }) => status !== 'done')).toEqual([]);
        const came = [...world.server.elements.values()];
        expect(came.length).toBe(new Set(came).size);
        expect(world.sent.filter((name) => !came.includes(name))).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1000 },
    );
  });
});
