import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../../setup/messages.mjs';

const MOST_MS = 300_000;

/**
 * Evicts each pod of each service once, one service after the other, of one as many at a time as its budget lets go.
 * @returns how many were evicted
 */
export async function evictAll(release) {
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
export async function settled(release) {
  const late = await release.waitForPods();
  if (late.length > 0) throw new SetupError(late.join('\n'));
  for (const until = Date.now() + MOST_MS; Date.now() < until; await pause(1_000))
    if ((await servicePods(release)).every(({ metadata }) => !metadata.deletionTimestamp)) return;
  throw new SetupError('Pods that leave are there for longer than five minutes.');
}
