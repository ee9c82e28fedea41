import { setTimeout as pause } from 'node:timers/promises';
import { eventually, launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { expectNothingLost, expectSound, expectThumbnails } from './verdict.js';
import { Workload } from './workload.js';

/** Kills in each run; `npm run kill:full` asks for 20. */
const KILLS = Number(process.env.CRASH_KILLS ?? 3);
const USERS = 3;
/** Requests of each kind that must be on the wire when the blow falls. */
const AT_LEAST = 4;

const once = enoughIn(
  'standalone',
  'chaos kills the processes and the servers of a cluster, and has the stricter judge',
);

describe.runIf(once)('a drive under kill -9', () => {
  let skyshelf: LaunchedSkyshelf;
  let workloads: Workload[] = [];

  afterEach(async () => {
    for (const workload of workloads) workload.abandon();
    await skyshelf.dispose();
  });

  const inFlight = () =>
    workloads
      .map(({ journal }) => journal.inFlight())
      .reduce((sum, one) => ({
        upload: sum.upload + one.upload,
        rename: sum.rename + one.rename,
        delete: sum.delete + one.delete,
        create: sum.create + one.create,
      }));
  const acknowledged = () => workloads.reduce((sum, { journal }) => sum + journal.acknowledged, 0);
  const failure = () => workloads.find(({ failure: found }) => found)?.failure;

  async function begin(): Promise<void> {
    skyshelf = await launchSkyshelf({ env: unlimitedRates });
    workloads = [];
    for (let user = 0; user < USERS; user += 1) {
      const name = `crash-${user}`;
      workloads.push(new Workload(name, await skyshelf.token(name), skyshelf.url));
    }
    for (const workload of workloads) workload.start({ uploaders: 4, renamers: 3, deleters: 4 });
  }

  /** Waits a random time, then for a moment with enough of each kind on the wire; answers what was. */
  async function strike(blow: () => void): Promise<Record<string, number>> {
    const before = acknowledged();
    await eventually(() => acknowledged() > before + 60 || failure() !== undefined, { timeoutMs: 30_000 });
    await pause(Math.random() * 400);
    for (const deadline = Date.now() + 20_000; Date.now() < deadline && !failure();) {
      const now = inFlight();
      if (now.upload >= AT_LEAST && now.rename >= AT_LEAST && now.delete >= AT_LEAST) {
        blow();
        return now;
      }
      await pause(1);
    }
    throw failure() ?? new Error('there never was enough under way at once');
  }

  async function judge(struck: Record<string, number>[]): Promise<void> {
    await Promise.all(workloads.map((workload) => workload.stop()));
    for (const workload of workloads) await expectNothingLost(skyshelf, workload);
    let pictures = 0;
    for (const workload of workloads) pictures += await expectThumbnails(skyshelf, workload);
    await expectSound(skyshelf);
    const retried = workloads.reduce((sum, { journal }) => sum + journal.retried, 0);
    for (const now of struck)
      expect(Math.min(now.upload ?? 0, now.rename ?? 0, now.delete ?? 0)).toBeGreaterThanOrEqual(AT_LEAST);
    console.log(
      JSON.stringify({ kills: struck.length, acknowledged: acknowledged(), retried, pictures, struck }),
    );
  }

  it(
    `loses and doubles nothing when the whole product is killed ${KILLS} times`,
    { timeout: 60_000 + KILLS * 20_000 },
    async () => {
      await begin();
      const struck = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        struck.push(await strike(() => void skyshelf.kill()));
        await skyshelf.kill();
        await skyshelf.restart();
      }
      await judge(struck);
    },
  );

  it(
    `loses and doubles nothing when its database alone is killed ${KILLS} times`,
    { timeout: 60_000 + KILLS * 20_000 },
    async () => {
      await begin();
      const struck = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = skyshelf.mongodPid();
        struck.push(await strike(() => skyshelf.killMongod()));
        await eventually(() => skyshelf.mongodPid() !== before, { timeoutMs: 15_000 });
      }
      await judge(struck);
    },
  );
});
