import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filePath, routes } from '@skyshelf/contracts';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { onCluster } from '../cluster.js';
import { atLeast, atMost, interleaved, percentile, rounded, type Figure } from '../figures.js';
import { forgetPeak, peakMb, processesOfService } from '../processes.js';
import { download, sha256, type DownloadOptions } from './zip-download.js';
import { FILE_BYTES, fillShelf, treeOf, type ZipShelf } from './zip-shelf.js';

const BREAKS = 20;
const MB = 1_000_000;
/** The part of the large archive is as large as ten files. */
const PART = 10 * FILE_BYTES;

interface Scene {
  skyshelf: LaunchedSkyshelf;
  shelf: ZipShelf;
  folder: string;
}

/** Downloads of folders as archives on a cluster: 4.5 GB, 66,000 files, names in many scripts. */
export const benchZip = ({ rounds = 3 } = {}): Promise<Figure[]> =>
  onCluster(async ({ skyshelf, folder }) => {
    const shelf = await fillShelf(skyshelf);
    const scene = { skyshelf, shelf, folder };
    const storage = processesOfService(skyshelf.pid(), 'storage');
    storage.forEach(forgetPeak);
    const figures = [
      await unpacked(scene, 'names in ten scripts', 'scripts', 'Names/'),
      await unpacked(scene, '66,000 files', 'many', 'Many/'),
      await unpacked(scene, '4.5 GB', 'large', 'Large/'),
      await brokenOff(scene),
      await firstByte(scene, 'names in ten scripts', 'scripts'),
      await firstByte(scene, '4.5 GB', 'large'),
      await firstByte(scene, '66,000 files', 'many'),
      await throughput(scene, rounds),
    ];
    const peak = Math.round(Math.max(...storage.map(peakMb)));
    return [...figures, atMost('peak memory of storage meanwhile', peak, [150, 'MB'])];
  });

/** Reads an archive as Python does: every CRC, every name. */
const pythonCheck = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[each.filename, each.file_size] for each in archive.infolist()]))
`;

/**
 * Lists the content of an archive and checks that `unzip -t` and Python's zipfile agree. @throws Error when one of them
 * finds fault
 */
async function unpackersAgree(zip: string): Promise<Map<string, number>> {
  const run = promisify(execFile);
  const large = { maxBuffer: 1024 ** 3, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  await run('unzip', ['-tqq', zip], large);
  const { stdout } = await run('python3', ['-c', pythonCheck, zip], large);
  return new Map(JSON.parse(stdout) as [string, number][]);
}

type FolderName = 'large' | 'many' | 'scripts';

const archive = (
  { skyshelf, shelf }: Scene,
  which: FolderName,
  options: Omit<DownloadOptions, 'token'> = {},
) =>
  download(new URL(`/api/download?folder=${shelf[which]}`, skyshelf.url), { token: shelf.token, ...options });

/** A change of the tree that every list must notice. */
const change = ({ shelf: { client } }: Scene, name: string) =>
  client.call(routes.addElement, { body: { url: '/', obj: { linkname: name, linktype: 'folder' } } });

async function unpacked(scene: Scene, name: string, which: FolderName, path: string): Promise<Figure> {
  const zip = join(scene.folder, 'archive.zip');
  const came = await archive(scene, which, { file: zip });
  const found = await unpackersAgree(zip);
  const tree = await treeOf(scene.shelf.client, scene.shelf[which], path);
  rmSync(zip);
  const wrong =
    [...tree].filter(([each, size]) => found.get(each) !== size).length + (found.size - tree.size);
  return {
    name: `${name}: entries that unzip, Python and the tree disagree on`,
    value: wrong,
    unit: `of ${tree.size}`,
    goal: '0',
    met: wrong === 0,
    details: {
      bytes: came.bytes,
      firstByteMs: Math.round(came.firstByteMs),
      seconds: rounded(came.seconds, 1),
    },
  };
}

/** Broken off at random places and continued, while files of the folder are renamed and deleted. */
async function brokenOff(scene: Scene): Promise<Figure> {
  const whole = sha256();
  const { bytes, etag } = await archive(scene, 'large', { hash: whole });
  const pieces = sha256();
  const places = Array.from({ length: BREAKS }, () => Math.floor(Math.random() * bytes)).toSorted(
    (a, b) => a - b,
  );
  let at = 0;
  for (const [turn, place] of [...places, bytes].entries()) {
    const headers: Record<string, string> = turn === 0 ? {} : { range: `bytes=${at}-`, 'if-range': etag };
    const came = await archive(scene, 'large', { headers, hash: pieces, breakOffAfter: place - at });
    if (came.status !== (turn === 0 ? 200 : 206)) throw new Error(`Turn ${turn} was answered ${came.status}`);
    at += came.bytes;
    await disturb(scene, turn);
  }
  const same = whole.digest('hex') === pieces.digest('hex') && at === bytes;
  return {
    name: `4.5 GB broken off ${BREAKS} times while the tree changes: SHA-256`,
    value: same ? 1 : 0,
    unit: 'equal',
    goal: '1',
    met: same,
  };
}

async function disturb({ shelf: { client, large } }: Scene, turn: number): Promise<void> {
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', folderId: large } });
  const victim = docs[turn % docs.length];
  if (!victim) return;
  const obj = { linkname: `renamed ${turn}` };
  await client.call(routes.editElement, { body: { url: '/', id: victim._id, obj } });
  const inside = await client.call(routes.listFolder, { body: { url: '/', folderId: victim._id } });
  if (turn % 4 === 0 && inside.docs[0])
    await client.call(routes.deleteElements, { body: { url: '/', arr: [inside.docs[0]._id] } });
}

/** Of lists that must be made: the tree has changed before each, and no other list is being made. */
async function firstByte(scene: Scene, name: string, which: FolderName): Promise<Figure> {
  const times: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    await change(scene, `a change for ${which} ${turn}`);
    times.push((await archive(scene, which, { breakOffAfter: 1 })).firstByteMs);
    await archive(scene, which, { method: 'HEAD' });
  }
  const kept = await archive(scene, which, { breakOffAfter: 1 });
  const details = { worst: Math.round(Math.max(...times)), listKept: Math.round(kept.firstByteMs) };
  return atMost(`${name}: first byte`, percentile(times, 0.5), [300, 'ms'], { digits: 0, details });
}

async function throughput(scene: Scene, rounds: number): Promise<Figure> {
  const { skyshelf, shelf } = scene;
  const raw = new URL(filePath(shelf.file.linkurl ?? ''), skyshelf.url);
  const result = await interleaved(
    rounds,
    async () => {
      const { bytes, seconds } = await archive(scene, 'large', { breakOffAfter: PART });
      return bytes / MB / seconds;
    },
    async () => {
      let seconds = 0;
      for (let file = 0; file < PART / FILE_BYTES; file += 1)
        seconds += (await download(raw, { token: shelf.token })).seconds;
      return PART / MB / seconds;
    },
  );
  return atLeast('the first GB of an archive against as much in files', result, [0.85, 'MB/s']);
}
