import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDrive } from '#src/application/reads/check-drive.js';
import type { TestDrive } from './catalog-subject.js';
import { mongoDrives } from './mongo-drives.js';
import { addTo, edit, outcomeOf, standing, uploadTo } from './shelf-commands.js';

let database: TestDatabase;
let newDrive: () => TestDrive;
beforeAll(async () => {
  database = await testDatabase('catalog_races');
  newDrive = await mongoDrives(database);
});
afterAll(() => database.drop());

/** `npm run campaign -- races` asks for 100. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 10);
const racers = 50;

/** One name in many spellings: cases, composed and decomposed. */
const spellings = (round: number) =>
  [`Café ${round}`, `CAFÉ ${round}`, `café ${round}`, `cAfÉ ${round}`].flatMap((name) => [
    name.normalize('NFC'),
    name.normalize('NFD'),
  ]);
const spelling = (round: number, racer: number): string => spellings(round).at(racer % 8) ?? '';

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
const oneWins = { ok: 1, 'name.exists': racers - 1 };

describe.concurrent(`${racers} at once want the same name, ${rounds} times: one gets it, the others hear Name already exist`, () => {
  it('when all create folders', async () => {
    const drive = newDrive();
    for (let round = 0; round < rounds; round += 1) {
      const work = Array.from({ length: racers }, (_, racer) =>
        outcomeOf(addTo(drive, 'root', spelling(round, racer), 'folder', [])),
      );
      expect(tally(await Promise.all(work))).toEqual(oneWins);
    }
    expect(await standing(drive)).toHaveLength(rounds);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  }, 300_000);

  it('when some add a link, some rename one and some upload', async () => {
    const drive = newDrive();
    const others = Math.floor(racers / 3);
    for (let other = 0; other < others; other += 1) await addTo(drive, 'root', `other ${other}`, 'link', []);
    for (let round = 0; round < rounds; round += 1) {
      const links = (await standing(drive)).filter(
        ({ row }) => row.blobId === null && row.name.startsWith('other'),
      );
      const work = Array.from({ length: racers }, (_, racer) => {
        const name = spelling(round, racer);
        const link = links[Math.floor(racer / 3)];
        if (racer % 3 === 0) return outcomeOf(addTo(drive, 'root', name, 'link', []));
        if (racer % 3 === 1 && link) return outcomeOf(edit(drive, link.row, name, []));
        return uploadTo(drive, 'root', name, racer % 2 ? 10 : 8_400_000);
      });
      expect(tally(await Promise.all(work))).toEqual(oneWins);
      await addTo(drive, 'root', `other again ${round}`, 'link', []);
    }
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
    expect((await drive.catalog.store.state(drive.account.drive)).reserved).toBe(0);
  }, 300_000);
});
