import { setTimeout as pause } from 'node:timers/promises';
import { caseFile, Release } from './release.mjs';
import { PRODUCTION } from '../../../tools/chart/render.mjs';

const ZONE = 'topology.kubernetes.io/zone';
const DRAINED = 'north';
const LOST = 'south';
const WATCH_MS = 200;
const SCALED_MS = 120_000;
const COLLECTED_MS = 300_000;

/**
 * Every service in two zones at least. A zone that is drained by evictions leaves each service with all pods but
 * one at any time, and finds all of them elsewhere at the end. So does one that is lost without a word, by what is
 * left in the others.
 */
export async function zones({ cluster, helm }) {
  const release = new Release(cluster, helm, 'zones');
  await release.createNamespace();
  const { code, output } = await release.install([PRODUCTION, caseFile('production')]);
  if (code !== 0) return [output];
  await untilScaled(release);
  const problems = [...(await release.waitForPods()), ...(await unspread(cluster, release))];
  const watch = { isOver: false };
  const watching = watchBudgets(release, watch);
  await cluster.kubectl([
    ...['drain', '--selector', `${ZONE}=${DRAINED}`, '--delete-emptydir-data', '--force', '--timeout=180s'],
  ]);
  problems.push(...(await release.waitForPods()));
  watch.isOver = true;
  problems.push(...(await watching));
  problems.push(...(await stillThere(cluster, release, DRAINED)), ...(await unspread(cluster, release)));
  await cluster.kubectl(['uncordon', '--selector', `${ZONE}=${DRAINED}`]);
  // What came elsewhere stays there, until a roll-out spreads it again.
  await release.kubectl('rollout', 'restart', 'deployment');
  problems.push(...(await release.waitForPods()), ...(await loseZone(cluster, release)));
  await release.uninstall();
  return problems;
}

/**
 * The nodes are gone at once, with no eviction: what is left is enough by the budgets, and the rest comes
 * elsewhere.
 */
async function loseZone(cluster, release) {
  const left = new Map();
  const zoneOf = await zonesOfNodes(cluster);
  for (const { metadata, spec } of (await release.get('pods')).items) {
    const name = metadata.labels['app.kubernetes.io/component'];
    if (zoneOf.get(spec.nodeName) !== LOST) left.set(name, (left.get(name) ?? 0) + 1);
  }
  const { items: budgets } = await release.get('poddisruptionbudgets');
  await cluster.kubectl(['delete', 'nodes', '--selector', `${ZONE}=${LOST}`]);
  const short = budgets
    .map(({ metadata, status }) => [metadata.labels['app.kubernetes.io/component'], status.desiredHealthy])
    .filter(([name, desired]) => (left.get(name) ?? 0) < desired)
    .map(([name, desired]) => `${name} has ${left.get(name) ?? 0} pods without a zone, ${desired} must be`);
  await untilCollected(cluster, release);
  return [...short, ...(await release.waitForPods())];
}

/** Pods of nodes that are gone stay for a while: a node may come back. */
async function untilCollected(cluster, release) {
  for (const until = Date.now() + COLLECTED_MS; Date.now() < until; await pause(1_000)) {
    const zoneOf = await zonesOfNodes(cluster);
    const { items } = await release.get('pods');
    if (items.every(({ spec }) => !spec.nodeName || zoneOf.has(spec.nodeName))) return;
  }
}

async function stillThere(cluster, release, zone) {
  const { items } = await release.get('pods');
  const zoneOf = await zonesOfNodes(cluster);
  return items
    .filter(({ spec }) => zoneOf.get(spec.nodeName) === zone)
    .map(({ metadata }) => `${metadata.name} is in the zone that was drained`);
}

/** An autoscaler takes a service from its first pod to as many as it must have. */
async function untilScaled(release) {
  for (const until = Date.now() + SCALED_MS; Date.now() < until; await pause(1_000)) {
    const { items } = await release.get('horizontalpodautoscalers,deployments');
    const wanted = items.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const replicas = new Map(
      items.map(({ kind, metadata, spec }) => [`${kind} ${metadata.name}`, spec.replicas]),
    );
    if (wanted.every(({ metadata, spec }) => replicas.get(`Deployment ${metadata.name}`) >= spec.minReplicas))
      return;
  }
}

const zonesOfNodes = async (cluster) => {
  const { items } = await cluster.get('nodes');
  return new Map(items.map(({ metadata }) => [metadata.name, metadata.labels[ZONE]]));
};

/** Services all of whose pods are in one zone; Companion has but one. */
async function unspread(cluster, release) {
  const zoneOf = await zonesOfNodes(cluster);
  const { items } = await release.get('pods', '--field-selector=status.phase=Running');
  const found = new Map();
  for (const { metadata, spec } of items) {
    const name = metadata.labels['app.kubernetes.io/component'];
    found.set(name, (found.get(name) ?? new Set()).add(zoneOf.get(spec.nodeName)));
  }
  return [...found]
    .filter(([name, where]) => name !== 'companion' && where.size < 2)
    .map(([name, where]) => `${name} is in ${[...where].join(', ')} alone`);
}

/** @returns services that at some moment had fewer pods ready than their budget says */
async function watchBudgets(release, watch) {
  const broken = new Set();
  while (!watch.isOver) {
    const { items } = await release.get('poddisruptionbudgets');
    for (const { metadata, status } of items)
      if (status.currentHealthy < status.desiredHealthy)
        broken.add(`${metadata.name}: ${status.currentHealthy} healthy, ${status.desiredHealthy} must be`);
    await pause(WATCH_MS);
  }
  return [...broken];
}
