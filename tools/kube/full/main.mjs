/**
 * `npm run kube:full [-- --keep] [--images FOLDER]`: follows docs/hosting.md on a real node: installs the chart from loaded
 * images, tests it, and upgrades it under load, while its NetworkPolicies are enforced; then tries which pods reach which.
 *
 *   --keep           leaves the cluster as it is: npm run kube -- down --folder …
 *   --images FOLDER  what "npm run images" and "npm run images -- --servers" have made
 */
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../libs/host/binary/find-mongod.mjs';
import { programs } from '../../chart/programs.mjs';
import { setUpOrExit } from '../../setup.mjs';
import { SetupError, say } from '../../setup/messages.mjs';
import { ROOT } from '../../setup/paths.mjs';

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    images: { type: 'string', default: join(ROOT, 'dist', 'images', process.arch) },
  },
});
await setUpOrExit('test');
const found = await programs({ names: ['helm'], onlyCached: false });
const { CONTROL_PLANE, NODE, missingBuilds, programPath } = await import('../programs.mjs');
const missing = [
  ...missingBuilds([...CONTROL_PLANE, ...NODE]),
  ...(process.getuid() === 0 ? [] : ['root’s rights']),
];
const folder = join(cacheFolder(), 'kube-full');
const AROUND_MS = 10_000;
const LEAVING_MS = 60_000;
let failed = 0;
let passed = 0;
if (!found || missing.length > 0) {
  say(
    `Nothing is installed on a Kubernetes: ${missing.join(', ') || 'helm'} missing (npm run kube -- provide --node).`,
  );
  if (process.env.CI) failed += 1;
} else await run();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function run() {
  const { Cluster } = await import('../cluster.mjs');
  const { importImages } = await import('../load-images.mjs');
  const cluster = new Cluster(folder);
  await cluster.up({ node: true });
  try {
    await part('load the images', async () => {
      for (const layout of ['oci', 'servers'])
        await importImages(cluster.settings, join(options.images, layout));
    });
    await followDocument(cluster);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
  } finally {
    if (!options.keep) await cluster.down();
  }
}

async function followDocument(cluster) {
  const { PolicyEnforcer } = await import('../policies/enforcer.mjs');
  const { follow } = await import('./document.mjs');
  const { Load } = await import('./load.mjs');
  const { Release } = await import('../test/release.mjs');
  const path = [dirname(found.helm), dirname(programPath('kubectl')), process.env.PATH].join(':');
  const env = {
    ...process.env,
    PATH: path,
    KUBECONFIG: cluster.kubeconfig,
    IMAGES: join(options.images, 'local.yaml'),
  };
  const doc = (name) => follow(name, { env, cwd: ROOT });
  const release = new Release(cluster, found.helm, 'skyshelf');
  const enforcer = new PolicyEnforcer(cluster);
  enforcer.start();
  try {
    await part('install', () => doc('install'));
    await part('try it out', () => doc('test'));
    await part('upgrade under load', () => upgradeUnderLoad(new Load(release), doc));
    await part('roll back', () => doc('rollback'));
  } finally {
    await enforcer.stop();
  }
  await part('policies', async () => {
    const { PolicyCheck } = await import('./policies.mjs');
    say(JSON.stringify(await new PolicyCheck(release, enforcer).run()));
  });
  await part('remove', () => doc('remove'));
}

async function upgradeUnderLoad(load, doc) {
  await load.prepare();
  let isOver = false;
  const running = load.run(() => isOver);
  try {
    await pause(AROUND_MS);
    await doc('upgrade');
    // Those that leave still answer for a while.
    await pause(LEAVING_MS);
  } finally {
    isOver = true;
  }
  const { failures, ...figures } = await running;
  say(JSON.stringify(figures));
  if (failures.length > 0)
    throw new SetupError(`${failures.length} requests failed:\n${failures.slice(0, 40).join('\n')}`);
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
