/** This is `npm run campaign -- kube`, run with the Node of the product. */
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { cacheFolder } from '../../../libs/host/binary/find-mongod.mjs';
import { SetupError, say } from '../../../tools/setup/messages.mjs';
import { ROOT } from '../../../tools/setup/paths.mjs';
import { reportAll } from '../../../tools/setup/report.mjs';
import { Cluster } from '../cluster.mjs';
import { importImages } from '../load-images.mjs';
import { PolicyEnforcer } from '../policies/enforcer.mjs';
import { programPath } from '../programs.mjs';
import { startKeda } from '../scaling/keda.mjs';
import { SCALED, ScalingCheck } from '../scaling/scaling.mjs';
import { Release } from '../test/release.mjs';
import { endToEnd, OF_TESTS } from './end-to-end.mjs';
import { watchFilmOfLeavingPod } from './film.mjs';
import { expectNone, Load } from './load.mjs';
import { MISTAKES } from './mistakes.mjs';
import { People, SOON_SWEPT } from './people.mjs';
import { PolicyCheck } from './policies.mjs';
import { mustRun } from '../../images/must-run.mjs';
import { productNode } from '../../../tools/setup/node-version.mjs';
import { previousVersion } from '../../../tools/setup/previous-version.mjs';
import { runCommand } from '../../../tools/setup/run-command.mjs';

const MOST_MS = 300_000;

/**
 * Evicts each pod of each service once, one service after the other, of one as many at a time as its budget lets go.
 * @returns how many were evicted
 */
async function evictAll(release) {
  const pods = await servicePods(release);
  for (const { metadata } of pods) await evict(release, metadata.name);
  return pods.length;
}

/** The servers of an evaluation have one pod each, so one that goes is an interruption. */
async function servicePods(release) {
  const { items } = await release.cluster.read(`/api/v1/namespaces/${release.namespace}/pods`);
  return items.filter(({ metadata }) => metadata.ownerReferences?.[0].kind === 'ReplicaSet');
}

async function evict({ cluster, namespace }, name) {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  for (const until = Date.now() + MOST_MS; ;)
    try {
      await cluster.kubectl(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction));
      return;
    } catch (error) {
      if (!error.message.includes('disruption budget') || Date.now() > until) throw error;
      await pause(1_000);
    }
}

/** Waits until all pods are there and none is leaving. */
async function settled(release) {
  const late = await release.waitForPods();
  if (late.length > 0) throw new SetupError(late.join('\n'));
  for (const until = Date.now() + MOST_MS; Date.now() < until; await pause(1_000))
    if ((await servicePods(release)).every(({ metadata }) => !metadata.deletionTimestamp)) return;
  throw new SetupError('Pods that leave are there for longer than five minutes.');
}

const FILE = join(ROOT, 'docs/hosting.md');

/** The commands of docs/hosting.md, by the word after ```sh. */
function commandsOf(part) {
  const blocks = readFileSync(FILE, 'utf8').matchAll(/^```sh (?<part>\S+)\n(?<commands>.*?)^```$/gms);
  const found = [...blocks].filter(({ groups }) => groups.part === part);
  if (found.length === 0) throw new SetupError(`docs/hosting.md has no commands of the part ${part}.`);
  return found.map(({ groups }) => groups.commands).join('');
}

/**
 * Runs a part of docs/hosting.md as it stands there.
 * @throws {SetupError} with what was said when a command fails
 */
async function follow(part, { env, cwd }) {
  const { code, output } = await runCommand('bash', ['-euo', 'pipefail', '-c', commandsOf(part)], {
    env,
    cwd,
  });
  if (code !== 0) throw new SetupError(`docs/hosting.md, ${part}:\n${output}`);
  return output;
}

const PREVIOUS_TAG = 'previous';

/**
 * Builds the version that the chart is upgraded from, once, and its images.
 * @param names those that are wanted
 * @returns its folder, laid out as the repository, and the layout of its images
 */
async function previousWithImages(names) {
  const folder = await previousVersion('withChart');
  const layout = join(folder, 'dist/images', process.arch, 'oci');
  if (!existsSync(join(layout, 'index.json')))
    await mustRun(productNode(), ['deploy/images/main.mjs', ...names], { cwd: folder });
  return { folder, layout };
}

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    images: { type: 'string', default: join(ROOT, 'dist', 'images', process.arch) },
    mistake: { type: 'string' },
    scaling: { type: 'boolean', default: false },
    'end-to-end': { type: 'boolean', default: false },
  },
});
const LAYOUTS = ['oci', 'servers'];
/** These options install this version alone. */
const isFresh = options.scaling || options['end-to-end'];
let failed = 0;
let passed = 0;
try {
  if (options.mistake && !MISTAKES[options.mistake])
    throw new SetupError(`--mistake: there are ${Object.keys(MISTAKES).join(', ')}.`);
  await run(new Cluster(join(cacheFolder(), 'kube-full')));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  if (passed + failed === 0) failed += 1;
  say(error.message);
}
reportAll(passed, failed);

async function run(cluster) {
  const layouts = LAYOUTS.map((each) => join(options.images, each));
  const names = JSON.parse(readFileSync(join(layouts[0], 'index.json'), 'utf8')).manifests.map(
    ({ annotations }) => annotations['org.opencontainers.image.ref.name'],
  );
  const previous = isFresh ? null : await previousWithImages(names);
  await cluster.up({ node: true });
  try {
    await part('load the images', async () => {
      for (const layout of layouts) await importImages(cluster.settings, layout);
      if (!isFresh) await importImages(cluster.settings, previous.layout, names, PREVIOUS_TAG);
    });
    if (options.scaling) await scaleByWork(cluster);
    else if (options['end-to-end']) await testEndToEnd(cluster);
    else await followDocument(cluster, previous.folder);
  } finally {
    if (!options.keep) await cluster.down();
  }
}

async function followDocument(cluster, previous) {
  const release = new Release(cluster, process.env.HELM, 'skyshelf');
  const enforcer = new PolicyEnforcer(cluster);
  const doc = documentOf(cluster);
  const people = new People(release);
  enforcer.start();
  try {
    await part('install the version before', () => doc('install', { tag: PREVIOUS_TAG }, previous));
    await part('try it out', () => doc('test'));
    await underLoad(release, doc, people);
    if (options.mistake) return;
    await part('upgrade again', () => doc('upgrade').then(() => settled(release)));
    await part('a film is watched to its end while its pod leaves', async () =>
      say(JSON.stringify(await watchFilmOfLeavingPod(release))),
    ).catch(goOn);
    await enforcer.stop();
    await part('policies', async () => say(JSON.stringify(await new PolicyCheck(release, enforcer).run())));
    await part('the checker of chaos', async () => {
      await release.kubectl('delete', 'networkpolicies', '--all');
      await enforcer.enforce();
      say(await people.judge());
    }).then(() => people.forget(), goOn);
    await part('remove', () => doc('remove'));
  } finally {
    await enforcer.stop();
    await people.end();
  }
}

async function scaleByWork(cluster) {
  const release = new Release(cluster, process.env.HELM, 'skyshelf');
  const check = new ScalingCheck(release);
  await part('start KEDA', () => startKeda(cluster));
  await part('install', () => documentOf(cluster)('install', SCALED));
  await part('a role without work has no pod', () => check.begin());
  await part('roles grow by their work', async () => say(JSON.stringify(await check.grow())));
  await part('roles go back', async () => say(JSON.stringify(await check.goBack())));
  await part('roles stay at their fallback', () => check.loseTriggers());
}

async function testEndToEnd(cluster) {
  const doc = documentOf(cluster);
  await part('install', () => doc('install', OF_TESTS));
  await part('try it out', () => doc('test'));
  await part('end-to-end tests', () => endToEnd(new Release(cluster, process.env.HELM, 'skyshelf')));
}

/**
 * Follows a part of the document with values besides those of the images, and the chart of a folder laid out
 * as the repository. What the evaluation adds to its servers stays of the version before: another image would
 * start its only MongoDB again.
 */
function documentOf(cluster) {
  const { image, evaluation, ...images } = parse(readFileSync(join(options.images, 'local.yaml'), 'utf8'));
  const path = [dirname(process.env.HELM), dirname(programPath('kubectl')), process.env.PATH].join(':');
  const file = join(cluster.folder, 'values.json');
  const env = { ...process.env, PATH: path, KUBECONFIG: cluster.kubeconfig, IMAGES: file };
  return (name, { tag, ...values } = {}, cwd = ROOT) => {
    const ofServers = { ...evaluation, ...(!isFresh && { image: { tag: PREVIOUS_TAG } }) };
    const given = {
      ...images,
      ...(!isFresh && SOON_SWEPT),
      image: { ...image, ...(tag && { tag }) },
      evaluation: ofServers,
      ...values,
    };
    writeFileSync(file, JSON.stringify(given));
    return follow(name, { env, cwd });
  };
}

async function underLoad(release, doc, people) {
  const load = new Load(release);
  const planted = options.mistake ? await MISTAKES[options.mistake](release) : {};
  const companion = { ...planted.services?.companion, replicas: 1 };
  const several = {
    ...planted,
    serviceDefaults: { ...planted.serviceDefaults, replicas: 2 },
    services: { ...planted.services, companion },
  };
  const steps = {
    upgrade: () => doc('upgrade', planted),
    'scale out': () => doc('upgrade', several),
    'evict each pod': () => evictAll(release),
    'scale in': () => doc('upgrade', planted),
    'roll back': () => doc('rollback'),
  };
  await part('begin the load', async () => {
    await load.begin();
    if (!options.mistake) await people.begin();
  });
  const found = [];
  for (const [title, work] of Object.entries(steps)) {
    await part(`${title}, under load`, async () => {
      const { figures, wrong } = await load.during(() => work().then(() => settled(release)));
      say(JSON.stringify(figures));
      if (options.mistake) found.push(...wrong);
      else expectNone(wrong);
    }).catch(goOn);
    if (found.length > 0) break;
  }
  if (!options.mistake) {
    await people.rest();
    return part('uploads in parts are whole', async () => expectNone(await load.end())).catch(goOn);
  }
  found.push(...(await load.end()));
  await part('the mistake is found', async () => {
    if (found.length === 0) throw new SetupError(`Nothing has failed by ${options.mistake}.`);
    say(`${found.length} times something went wrong, first: ${found[0]}`);
  });
}

/** A failed step does not stop the others. */
function goOn(error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
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
