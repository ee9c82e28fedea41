import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashEverywhere, type CaseReport } from './crash/campaign.js';
import { crashCases } from './crash/cases/all-cases.js';
import { openInstance } from './crash/instance.js';
import { APP_NAME } from './crash/trial.js';
import { reactedTo, storedCommands, writingRoutes } from './crash/what-writes.js';
import { chanceOf } from './model/chance.js';

/** `npm run campaign -- crash` asks for all points, a number for so many of each case. */
const POINTS = process.env['CRASH_POINTS'] ?? '1';
const SOME = POINTS === 'all' ? undefined : Number(POINTS);
/** Drawn, so that the runs of CI together come to all points; a failure tells it. */
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));
/** It is part of a case's title, to try that one alone. */
const ONLY = process.env['CRASH_CASE'] ?? '';

const titleOf = ({ covers, title }: { covers: string; title: string }) => `${covers}: ${title}`;
const cases = crashCases.filter((each) => titleOf(each).includes(ONLY));

describe('a process that dies at any call to one of its ports leaves nothing half done, and a retry finishes once', () => {
  let database: TestDatabase;
  let client: MongoClient;
  let reports: CaseReport[];

  beforeAll(async () => {
    database = await testDatabase('catalog_crashes');
    client = await new MongoClient(database.uri, { appName: APP_NAME }).connect();
    const ground = { client, db: client.db(database.name), uri: database.uri };
    const { store, jobs } = openInstance(ground);
    await Promise.all([store.prepare(), jobs.prepare()]);
    reports = await crashEverywhere(ground, cases, chanceOf(SEED), {
      sideBySide: 6,
      ...(SOME !== undefined && { some: SOME }),
    });
    const points = reports.map(
      ({ crashCase, points: all, tried }) =>
        `${String(all.length).padStart(4)} points, ${tried} tried: ${titleOf(crashCase)}`,
    );
    const sum = (of: (report: CaseReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0);
    console.log(
      [
        ...points,
        `${sum((report) => report.points.length)} points, ${sum(({ tried }) => tried)} tried, seed ${SEED}`,
      ].join('\n'),
    );
  }, 3_600_000);
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  it.each(cases.map((crashCase) => ({ of: titleOf(crashCase), crashCase })))('$of', ({ crashCase }) => {
    const report = reports.find((each) => each.crashCase === crashCase);
    expect(report?.points.length).toBeGreaterThan(0);
    expect(report?.failures, `seed ${SEED}`).toEqual([]);
  });

  it.runIf(ONLY === '')('is tried with every command that is handed to the drive store', () => {
    const points = new Set(reports.flatMap((report) => report.points));
    expect(storedCommands().length).toBeGreaterThan(20);
    expect(storedCommands().filter((name) => !points.has(`before store.withDrive ${name}`))).toEqual([]);
  });
});

describe('every use case that writes dies', () => {
  it('every call that changes something', () => {
    expect(writingRoutes().filter((route) => !crashCases.some(({ covers }) => covers === route))).toEqual([]);
  });

  it("every reaction to others' events", () => {
    expect(reactedTo().length).toBeGreaterThan(0);
    expect(reactedTo().filter((type) => !crashCases.some(({ covers }) => covers === type))).toEqual([]);
  });
});
