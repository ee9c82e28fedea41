import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '#src/application/catalog.js';
import { catalogDefaults } from '#src/catalog.config.js';
import { CATALOG } from '#src/catalog.runtime.js';
import { testVideoHosts } from './catalog-subject.js';
import { commandNames } from './model/commands.js';
import type { Bent } from './model/client.js';
import { missingIn, refusals, stepsOf, tableOf, type Tally } from './model/tally.js';
import { runReplicas, type Replicas } from './running-replicas.js';
import { httpDoor } from './shelf-walk/doors.js';
import { walk } from './shelf-walk/walk.js';

const times = Number(process.env['SHELF_WALK_TIMES'] ?? 1);
const first = Number(process.env['SHELF_WALK_SEED'] ?? 1001);
const bents: readonly Bent[] = ['mixed', 'deep', 'large', 'tight', 'mixed'];
const steps = times > 1 ? 210 : 110;
/** The percentage of turns in which both clients send a command at the same time. */
const percentAtOnce = Number(process.env['SHELF_WALK_AT_ONCE'] ?? 30);
/** Of one walk that failed, as it told. */
const winners = process.env['SHELF_WALK_WINNERS'] ?? '';

let database: TestDatabase;
let replicas: Replicas;
beforeAll(async () => {
  database = await testDatabase('catalog_shelf_walk');
  const { viewkeyvideo: viewkeyVideoHosts, embedframevideo: embedframeVideoHosts } = testVideoHosts;
  const config = { ...catalogDefaults, viewkeyVideoHosts, embedframeVideoHosts };
  replicas = await runReplicas(database, config);
});
afterAll(async () => {
  await replicas.stop();
  await database.drop();
});

/**
 * Here large commands go on by themselves, so nothing waits to be cancelled or is met half done. What comes
 * seldom is met by all walks together; of one, shelf-walk.spec.ts sees that nothing is missing.
 */
const unseen = {
  commands: ['cancel', 'carry', 'reuse'],
  refusals: ['folder.copying', 'selection.too-large'],
};

it(
  'two people at one shelf, each by a server of their own, find what a plain map of paths holds',
  async () => {
    const tally: Tally = new Map();
    let won = '';
    for (let index = 0; index < bents.length * times; index += 1) {
      const door = httpDoor(replicas.first.service.app.get<Catalog>(CATALOG), replicas.account());
      const bent = bents[index % bents.length] ?? 'mixed';
      const plan = {
        seed: first + index,
        steps,
        bent,
        batch: 60,
        byItself: true,
        percentAtOnce,
        winners,
        hasTrash: true,
      };
      won += await walk(door, plan, tally);
    }
    const wins = (who: string) => won.split(who).length - 1;
    const count = `${wins('a')} won by the first, ${wins('b')} by the second, ${wins('-')} either way`;
    process.stdout.write(`${tableOf(tally)}\ntwo at once: ${won.length}, ${count}\n`);
    const commands = commandNames.filter((name) => !unseen.commands.includes(name));
    const wanted = refusals.filter((code) => !unseen.refusals.includes(code));
    if (times > 1) expect(missingIn(tally, commands, wanted)).toEqual([]);
    if (percentAtOnce > 0) expect(Math.min(wins('a'), wins('b'))).toBeGreaterThan(times);
    expect(stepsOf(tally)).toBeGreaterThan(500 * times);
  },
  600_000 * times,
);
