/**
 * `npm run kube:full [-- --keep] [--from FOLDER]`: follows docs/hosting.md on a real node: installs the chart from loaded
 * images, tests it, and upgrades it under load.
 *
 *   --keep        leaves the cluster as it is: npm run kube -- down --folder …
 *   --from FOLDER the layout with the product's images
 *   --servers FOLDER  the layout with the images of MongoDB, Kafka and the S3 store
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../libs/host/binary/find-mongod.mjs';
import { programs } from '../../chart/programs.mjs';
import { setUpOrExit } from '../../setup.mjs';
import { SetupError, say } from '../../setup/messages.mjs';
import { ROOT } from '../../setup/paths.mjs';
import { imageValues } from './image-values.mjs';

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    from: { type: 'string', default: join(ROOT, 'dist', 'images', process.arch, 'oci') },
    servers: { type: 'string', default: join(ROOT, 'dist', 'images', process.arch, 'servers') },
  },
});
await setUpOrExit('test');
const found = await programs({ names: ['helm', 'k6'], onlyCached: false });
const { CONTROL_PLANE, NODE, missingBuilds, programPath } = await import('../programs.mjs');
const missing = [
  ...missingBuilds([...CONTROL_PLANE, ...NODE]),
  ...(process.getuid() === 0 ? [] : ['root’s rights']),
];
const folder = join(cacheFolder(), 'kube-full');
const HEAD_START_MS = 10_000;
/** Longer than the upgrade. */
const LOAD_SECONDS = 300;
let failed = 0;
let passed = 0;
if (!found || missing.length > 0) {
  say(
    `Nothing is installed on a Kubernetes: ${missing.join(', ') || 'helm or k6'} missing (npm run kube -- provide --node).`,
  );
  if (process.env.CI) failed += 1;
} else await run();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function run() {
  const { Cluster } = await import('../cluster.mjs');
  const { importImages } = await import('../load-images.mjs');
  const cluster = new Cluster(folder);
  const work = mkdtempSync(join(tmpdir(), 'skyshelf-hosting-'));
  try {
    await cluster.up({ node: true });
    await part('load the images', async () => {
      await importImages(cluster.settings, options.from);
      await importImages(cluster.settings, options.servers);
    });
    writeFileSync(join(work, 'images.yaml'), JSON.stringify(imageValues));
    await followDocument(cluster, work);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
  } finally {
    rmSync(work, { recursive: true, force: true });
    if (!options.keep) await cluster.down();
  }
}

async function followDocument(cluster, work) {
  const { follow } = await import('./document.mjs');
  const { Load } = await import('./load.mjs');
  const { Release } = await import('../test/release.mjs');
  const path = [dirname(found.helm), dirname(programPath('kubectl')), process.env.PATH].join(':');
  const env = {
    ...process.env,
    PATH: path,
    KUBECONFIG: cluster.kubeconfig,
    IMAGES: join(work, 'images.yaml'),
  };
  const doc = (name) => follow(name, { env, cwd: ROOT });
  await part('install', () => doc('install'));
  await part('try it out', () => doc('test'));
  const load = new Load(new Release(cluster, found.helm, 'skyshelf'));
  await part('upgrade under load', async () => {
    await load.prepare();
    const began = performance.now();
    const upgrade = async () => {
      await pause(HEAD_START_MS);
      await doc('upgrade');
      return Math.round((performance.now() - began) / 1000);
    };
    const [figures, seconds] = await Promise.all([load.run(LOAD_SECONDS), upgrade()]);
    say(JSON.stringify({ ...figures, seconds }));
    if (seconds > LOAD_SECONDS)
      throw new SetupError(`The upgrade took ${seconds} s, the load ${LOAD_SECONDS} s.`);
    if (figures.errors > 0 || figures.sources.failed.length > 0) throw new SetupError('Requests failed.');
  });
  load.clean();
  await part('roll back', () => doc('rollback'));
  await part('remove', () => doc('remove'));
}

/** One of the things that must work, with the time that it takes. */
async function part(title, work) {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  try {
    await work();
  } catch (error) {
    failed += 1;
    process.stdout.write(`✗ ${title} (${seconds()} s)\n`);
    throw error;
  }
  passed += 1;
  process.stdout.write(`✓ ${title} (${seconds()} s)\n`);
}
