import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT_ID } from '@skyshelf/contracts';
import { databaseUriOf, launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { atMost, rounded, type Figure } from '../figures.js';
import { forgetPeak, peakMb } from '../processes.js';
import { addLink, closeShelf, filledFolder, openShelf, settled } from './filled-drives.js';

const ELEMENTS = Number(process.env.ARCHIVE_ELEMENTS ?? 100_000);
/** Megabytes beyond what the process has at rest. */
const GOAL_MB = 200;
const USER = 'archived';

/** Measures an export, an import and a check of a large drive: time, and memory of the process that does it. */
export async function benchArchives(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-archive-'));
  const launched: LaunchedSkyshelf[] = [];
  const launch = async () => {
    const skyshelf = await launchSkyshelf({ readyWithinMs: 120_000 });
    launched.push(skyshelf);
    return skyshelf;
  };
  try {
    const home = await launch();
    const away = await launch();
    await fill(home);
    // A fresh process, as if the drive had been filled long ago.
    await home.stop();
    await home.restart();
    const archive = join(folder, 'archive.tar');
    return [
      await measured(home, 'export', { user: USER, to: archive }),
      await measured(away, 'import', { from: archive }),
      await measured(away, 'fsck', {}),
    ];
  } finally {
    for (const skyshelf of launched) await skyshelf.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(skyshelf: LaunchedSkyshelf): Promise<void> {
  const mongo = await new MongoClient(await databaseUriOf(skyshelf.dataFolder, 'standalone')).connect();
  const shelf = await openShelf(skyshelf, mongo, USER);
  try {
    const like = await addLink(shelf, ROOT_ID, 'a page worth reading');
    await filledFolder(shelf, { name: 'big', like, count: ELEMENTS });
    await settled(skyshelf);
  } finally {
    await closeShelf(shelf);
    await mongo.close();
  }
}

async function measured(skyshelf: LaunchedSkyshelf, command: string, input: object): Promise<Figure> {
  forgetPeak(skyshelf.pid());
  const idle = peakMb(skyshelf.pid());
  const began = performance.now();
  const { exitCode } = await skyshelf.ops<{ exitCode: number }>('POST', `/operations/${command}`, input);
  const seconds = rounded((performance.now() - began) / 1000, 1);
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}`);
  const peak = peakMb(skyshelf.pid());
  const details = { seconds, idle: Math.round(idle), peak: Math.round(peak) };
  const name = `${command} of ${ELEMENTS} elements: memory above rest`;
  return atMost(name, Math.round(peak - idle), [GOAL_MB, 'MB'], { details });
}
