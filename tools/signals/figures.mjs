/**
 * This stands in for kube-state-metrics, the kubelet and cert-manager, with figures of what runs here; a cause may
 * change it.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { FULLNAME, NAMESPACE } from './prometheus.mjs';

const DAY = 86_400;
const now = () => Date.now() / 1000;

/** @param processes what runs now */
export async function openFigures(processes) {
  const said = {
    free: 60,
    certificateDays: 60,
    fsckFailed: 0,
    fsckDays: 0.5,
    memory: 300,
    throttled: 0,
    mostPods: 12,
  };
  const restarts = new Map();
  const last = new Map();
  const server = createServer((_request, response) => {
    const running = processes();
    for (const { name, replica, pid } of running) {
      const pod = `${name}-${replica}`;
      if (pid && last.has(pod) && last.get(pod) !== pid) restarts.set(pod, (restarts.get(pod) ?? 0) + 1);
      if (pid) last.set(pod, pid);
    }
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(textOf(running, said, restarts));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { at: `127.0.0.1:${server.address().port}`, said, close: () => server.close() };
}

function tellScaler(tell, deployment, { pods, most }) {
  const scaler = { horizontalpodautoscaler: deployment };
  tell('kube_horizontalpodautoscaler_status_current_replicas', scaler, pods);
  tell('kube_horizontalpodautoscaler_spec_max_replicas', scaler, most);
  tell('kube_horizontalpodautoscaler_spec_min_replicas', scaler, 0);
}

function textOf(running, said, restarts) {
  const lines = [];
  const tell = (metric, labels, value) => {
    const all = Object.entries({ namespace: NAMESPACE, ...labels }).map(([label, of]) => `${label}="${of}"`);
    lines.push(`${metric}{${all.join(',')}} ${value}`);
  };
  for (const [name, pods] of Map.groupBy(running, (each) => each.name)) {
    const deployment = `${FULLNAME}-${name}`;
    tell('kube_deployment_spec_replicas', { deployment }, pods.length);
    tell(
      'kube_deployment_status_replicas_available',
      { deployment },
      pods.filter(({ pid, well }) => pid && well).length,
    );
    tellScaler(tell, deployment, { pods: pods.length, most: said.mostPods });
    for (const { replica } of pods) {
      const pod = { pod: `${deployment}-${replica}`, container: name };
      tell('kube_pod_container_resource_limits', { ...pod, resource: 'memory' }, 1_000);
      tell('kube_pod_container_status_restarts_total', pod, restarts.get(`${name}-${replica}`) ?? 0);
      tell('container_memory_working_set_bytes', pod, said.memory);
      tell('container_cpu_cfs_periods_total', pod, now() * 10);
      tell('container_cpu_cfs_throttled_periods_total', pod, now() * 10 * said.throttled);
    }
  }
  const volume = { persistentvolumeclaim: `data-${FULLNAME}-mongodb-0` };
  tell('kubelet_volume_stats_available_bytes', volume, said.free);
  tell('kubelet_volume_stats_capacity_bytes', volume, 100);
  const fsck = { cronjob: `${FULLNAME}-fsck` };
  tell('kube_cronjob_created', fsck, now() - 9 * DAY);
  if (said.fsckDays !== null)
    tell('kube_cronjob_status_last_successful_time', fsck, now() - said.fsckDays * DAY);
  tell('kube_job_status_failed', { job_name: `${FULLNAME}-fsck-1` }, said.fsckFailed);
  const certificate = { namespace: 'cert-manager', name: `${FULLNAME}-gateway` };
  tell(
    'certmanager_certificate_expiration_timestamp_seconds',
    certificate,
    now() + said.certificateDays * DAY,
  );
  return `${lines.join('\n')}\n`;
}
