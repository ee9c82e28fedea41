/** These checks let a real API server test the chart. Each check answers what is wrong. */
import { setTimeout as pause } from 'node:timers/promises';
import { CASES } from '../../../tools/chart/render.mjs';
import { acceptedWrongValues } from '../../../tools/chart/wrong-values.mjs';
import { Release } from './release.mjs';
import { words } from '../../../tools/setup/words.mjs';

const ROUNDS = 10;
const PATIENCE_MS = 120_000;
const CHANGED = ['--set-string', 'serviceDefaults.podAnnotations.changed=yes'];
const filesOf = (name) => CASES.find((each) => each.name === name).files;

/** Every case into an empty namespace: no warning, no refusal, all pods there. */
export async function installs({ cluster, helm }) {
  const problems = [];
  for (const { name, files } of CASES) {
    const release = await newRelease(cluster, helm, name);
    const { code, output, warnings } = await release.install(files);
    const found =
      code === 0 ? [...warnings, ...(await release.waitForPods()), ...(await release.refusals())] : [output];
    problems.push(...found.map((each) => `${name}: ${each}`));
    await release.uninstall();
    await removeNamespace(release);
  }
  return problems;
}

/** Wrong values are refused by their path, and nothing is there afterwards. */
export async function refusals({ cluster, helm, folder }) {
  const release = await newRelease(cluster, helm, 'wrong-values');
  const problems = await acceptedWrongValues((files) => release.install(files), folder);
  const left = await release.objects();
  await removeNamespace(release);
  return [...problems, ...left.map((each) => `${each} was applied with wrong values`)];
}

/** An upgrade after something else has scaled: no conflict, and the pods stay as many as they are. */
export async function scaled({ cluster, helm }) {
  const problems = [];
  for (const name of ['production', 'production-keda']) {
    const release = await newRelease(cluster, helm, `scaled-${name}`);
    const files = filesOf(name);
    problems.push(...failures(await release.install(files)));
    const { items } = await release.get('deployments');
    const free = items.filter(({ metadata }) => !isFixed(metadata)).map(({ metadata }) => metadata.name);
    for (const deployment of free) await scale(release, deployment, 5);
    problems.push(...failures(await release.upgrade(files, ...CHANGED)));
    const after = (await release.get('deployments')).items.filter(({ metadata }) =>
      free.includes(metadata.name),
    );
    for (const { metadata, spec } of after)
      if (spec.replicas !== 5)
        problems.push(`${name}: ${metadata.name} has ${spec.replicas} replicas after an upgrade, not 5`);
    if (free.length < 9) problems.push(`${name}: only ${free.join(', ')} scale`);
    await release.uninstall();
    await removeNamespace(release);
  }
  return problems;
}

/** One pod at most, so nothing scales it. */
const isFixed = ({ labels }) => labels['app.kubernetes.io/component'] === 'companion';

/** As an autoscaler does it: by the scale, under a name of its own. */
const scale = (release, deployment, replicas) =>
  release.kubectl(
    ...words`patch deployment ${deployment} --subresource=scale --field-manager=autoscaler --type=merge`,
    ...['--patch', JSON.stringify({ spec: { replicas } })],
  );

/** Where the chart does say how many, a scaler's word and the chart's are a conflict: it must show. */
export async function conflicts({ cluster, helm }) {
  const release = await newRelease(cluster, helm, 'conflicts');
  const files = filesOf('evaluation');
  const problems = failures(await release.install(files));
  await scale(release, 'shelf-skyshelf-catalog', 5);
  const { code, output } = await release.upgrade(files, ...CHANGED);
  if (code === 0 || !output.includes('.spec.replicas'))
    problems.push(`replicas are rendered and scaled too, and no conflict is told:\n${output}`);
  await release.uninstall();
  await removeNamespace(release);
  return problems;
}

/** Installed, upgraded, rolled back and removed, again and again in one namespace. */
export async function rounds({ cluster, helm }) {
  const problems = [];
  for (const [name, kept] of [
    ['evaluation', KEPT],
    ['production', []],
  ]) {
    const release = await newRelease(cluster, helm, `rounds-${name}`);
    const files = filesOf(name);
    const secrets = new Set();
    for (let round = 1; round <= ROUNDS; round += 1) {
      // An uninstall removes accounts before what makes pods.
      await cluster.kubectl(['delete', '--raw', `/api/v1/namespaces/${release.namespace}/events`]);
      problems.push(...failures(await release.install(files)));
      problems.push(...failures(await release.upgrade(files, ...CHANGED)));
      problems.push(...failures(await release.rollback(1)));
      problems.push(...(await release.refusals()));
      problems.push(...failures(await release.uninstall()));
      problems.push(...(await leftovers(release, kept)).map((each) => `${name}, round ${round}: ${each}`));
      const { items } = await release.get('secrets');
      secrets.add(JSON.stringify(items.map(({ data }) => data)));
    }
    if (secrets.size > 1) problems.push(`${name}: secrets that are kept were changed`);
    await removeNamespace(release);
  }
  return problems;
}

const KEPT = [
  ...['keys', 'mongodb', 'kafka', 's3', 'sign-in'].map((name) => `secret/shelf-skyshelf-${name}`),
  ...['mongodb', 'kafka', 's3'].map((name) => `persistentvolumeclaim/data-shelf-skyshelf-${name}-0`),
].sort();

/** Lists missing and superfluous objects after all have had time to end. */
async function leftovers(release, kept) {
  let there = [];
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(250)) {
    there = (await release.objects()).sort();
    if (String(there) === String(kept)) return [];
  }
  return [
    ...there.filter((each) => !kept.includes(each)).map((each) => `${each} is left`),
    ...kept.filter((each) => !there.includes(each)).map((each) => `${each} was not kept`),
  ];
}

async function newRelease(cluster, helm, namespace) {
  const release = new Release(cluster, helm, namespace);
  await release.createNamespace();
  return release;
}

const removeNamespace = ({ cluster, namespace }) =>
  cluster.kubectl(['delete', 'namespace', namespace, '--wait=false']);

const failures = ({ code, output, warnings }) => (code === 0 ? warnings : [output]);
