import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { databaseUriOf, launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { measureReads } from '@skyshelf/catalog/measuring';
import { MongoClient } from 'mongodb';
import { benchZip } from './downloads/zip.js';
import { benchDocuments } from './documents.js';
import { benchDrives } from './drive-throughput.js';
import { benchEveryday } from './everyday.js';
import { benchEvents } from './events.js';
import { benchFairness } from './fairness.js';
import { table, type Figure, atMost, percentile, rounded } from './figures.js';
import { benchLarge } from './large/large.js';
import { benchStandalone } from './large/standalone.js';
import { benchListing } from './listing.js';
import { benchArchives } from './shelves/archives.js';
import { benchLargeCommands } from './shelves/large-commands.js';
import { benchSizes } from './shelves/sizes.js';
import { benchStartAndMemory } from './start-and-memory.js';
import { benchThumbnailRate } from './thumbnail-rate.js';
import { benchThumbnails } from './thumbnails.js';
import { benchUploads } from './uploads.js';
import { benchVisitors } from './visitors.js';
import { benchWebUploads } from './web-uploads.js';
import { benchWeb } from './web.js';

/** The goal of searches everywhere; other reads are measured with them and have more to read. */
const GOAL_MS = 30;
const OTHER_GOAL_MS = 100;

/** Reads of a drive of a million elements, one user: what its index must answer at once. */
async function benchSearch(
  mongoUri: string,
  { elements = Number(process.env.SEARCH_ELEMENTS ?? 1_000_000), turns = 100 } = {},
): Promise<Figure[]> {
  const client = await new MongoClient(mongoUri).connect();
  const db = client.db('bench_search');
  try {
    const huge = Math.min(100_000, Math.floor(elements / 10));
    const times = await measureReads({ client, db }, { elements, huge, turns });
    return Object.entries(times).map(([name, milliseconds]) => figure(name, elements, milliseconds));
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

function figure(name: string, elements: number, milliseconds: readonly number[]): Figure {
  const p50 = percentile(milliseconds, 0.5);
  const goal = name.startsWith('search everywhere') ? GOAL_MS : OTHER_GOAL_MS;
  const details = { p99: rounded(percentile(milliseconds, 0.99)) };
  return atMost(`${name}, drive of ${elements} elements, p50`, p50, [goal, 'ms'], { details });
}

type Bench = (skyshelf: LaunchedSkyshelf, mongoUri: string) => Promise<Figure[]>;

const benches: Record<string, Bench> = {
  thumbnails: (skyshelf) => benchThumbnails(skyshelf),
  uploads: (skyshelf, mongoUri) => benchUploads(skyshelf, mongoUri),
  documents: (skyshelf) => benchDocuments(skyshelf),
  everyday: (skyshelf) => benchEveryday(skyshelf),
  fairness: (skyshelf) => benchFairness(skyshelf),
  listing: (skyshelf) => benchListing(skyshelf),
  drives: (_, mongoUri) => benchDrives(mongoUri),
  search: (_, mongoUri) => benchSearch(mongoUri),
  shelves: (skyshelf, mongoUri) => benchSizes(skyshelf, mongoUri),
  'large-commands': (skyshelf, mongoUri) => benchLargeCommands(skyshelf, mongoUri),
  web: (skyshelf, mongoUri) => benchWeb(skyshelf, mongoUri),
  visitors: (skyshelf) => benchVisitors(skyshelf),
};

/** The parts that start their own servers. */
const apart: Record<string, () => Promise<Figure[]>> = {
  archives: benchArchives,
  events: benchEvents,
  large: () => benchLarge(),
  'large-standalone': () => benchStandalone(),
  start: benchStartAndMemory,
  'thumbnail-rate': () => benchThumbnailRate(),
  'web-uploads': benchWebUploads,
  zip: benchZip,
};

/**
 * `npm run bench -- [name …]`: each on an installation of its own, a table at the end, the same as JSON in
 * bench/results. It fails when a goal is not met.
 */
async function main(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !(name in benches) && !(name in apart));
  if (unknown.length > 0)
    throw new Error(
      `There is no bench ${unknown.join(', ')}. There are: ${[...Object.keys(benches), ...Object.keys(apart)].join(', ')}`,
    );
  const chosen = (name: string) => wanted.length === 0 || wanted.includes(name);
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(benches))
    if (chosen(name)) figures.push(...(await alone(name, bench)));
  for (const [name, bench] of Object.entries(apart)) if (chosen(name)) figures.push(...(await bench()));
  console.log(`\n${table(figures)}`);
  if (figures.some(({ met }) => !met)) process.exitCode = 1;
  const folder = resolve(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    processors: cpus().map(({ model }) => model),
    figures,
  };
  writeFileSync(
    join(folder, wanted.length === 0 ? 'latest.json' : `${wanted.join('-')}.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  );
}

const unlimited = { RATE_UNLIMITED: '127.0.0.1,::1' };

async function alone(name: string, bench: Bench): Promise<Figure[]> {
  console.log(`${name} …`);
  const skyshelf = await launchSkyshelf({ env: unlimited });
  try {
    const figures = await bench(skyshelf, await databaseUriOf(skyshelf.dataFolder, 'standalone'));
    console.log(figures.map((figure) => JSON.stringify(figure)).join('\n'));
    return figures;
  } finally {
    await skyshelf.dispose();
  }
}

await main(process.argv.slice(2));
