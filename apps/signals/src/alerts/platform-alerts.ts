import { FULLNAME, gauge, increase, max, min, NAMESPACE, rate, sample, sum } from '../query.js';
import type { Alert } from '../rule.js';

const DAY = 86_400;
const pod = { pod: `${FULLNAME}-catalog-0`, container: 'catalog' };
const ofPod = { namespace: NAMESPACE, ...pod };
const byPod = ['namespace', 'pod', 'container'];
const pods = { matches: `${FULLNAME}-.+` };
const volume = { persistentvolumeclaim: `data-${FULLNAME}-mongodb-0` };
const volumes = { persistentvolumeclaim: { matches: `.*${FULLNAME}-.+` } };
/** Dashboards look by namespace. */
const ofInstallation = { namespace: NAMESPACE };
const certificate = { name: `${FULLNAME}-gateway` };

const free = `${min(['namespace', 'persistentvolumeclaim'], gauge('kubelet_volume_stats_available_bytes', volumes))} / ${min(['namespace', 'persistentvolumeclaim'], gauge('kubelet_volume_stats_capacity_bytes', volumes))}`;
const memory = `${max(byPod, gauge('container_memory_working_set_bytes', { pod: pods, container: { lacks: 'POD|' } }))} / ${max(byPod, gauge('kube_pod_container_resource_limits', { pod: pods, resource: 'memory' }))}`;
const validFor = `${min(['name'], gauge('certmanager_certificate_expiration_timestamp_seconds', certificate))} - time()`;

const freeProof = (below: number, bad: number) => [
  { series: sample('kubelet_volume_stats_available_bytes', volume), well: 50, below, bad },
  { series: sample('kubelet_volume_stats_capacity_bytes', volume), well: 100, below: 100, bad: 100 },
];
const ofVolume = { namespace: NAMESPACE, ...volume };
const validProof = (below: number, bad: number) => [
  {
    series: sample('certmanager_certificate_expiration_timestamp_seconds', certificate),
    well: 60 * DAY,
    below: below * DAY,
    bad: bad * DAY,
  },
];

export const platformAlerts: readonly Alert[] = [
  {
    name: 'SkyshelfServiceGone',
    severity: 'page',
    holds: '3m',
    expr: `${max(['namespace', 'deployment'], gauge('kube_deployment_status_replicas_available', { deployment: pods }))} == 0 and ${max(['namespace', 'deployment'], gauge('kube_deployment_spec_replicas', { deployment: pods }))} > 0`,
    summary: '{{ $labels.deployment }} has no pod that takes requests.',
    proof: {
      firesWithin: 5,
      endsWithin: 2,
      labels: { namespace: NAMESPACE, deployment: `${FULLNAME}-catalog` },
      series: [
        {
          series: sample('kube_deployment_status_replicas_available', { deployment: `${FULLNAME}-catalog` }),
          well: 2,
          below: 1,
          bad: 0,
        },
        {
          series: sample('kube_deployment_spec_replicas', { deployment: `${FULLNAME}-catalog` }),
          well: 2,
          below: 2,
          bad: 2,
        },
      ],
    },
  },
  {
    name: 'SkyshelfNotWatched',
    severity: 'ticket',
    holds: '10m',
    expr: `${max(byPod, gauge('up', { pod: pods }))} == 0`,
    summary: 'Prometheus gets no figures of {{ $labels.pod }}: nothing that is wrong there would be seen.',
    proof: {
      firesWithin: 12,
      endsWithin: 2,
      labels: ofPod,
      series: [{ series: sample('up', pod), well: 1, below: 1, bad: 0 }],
    },
  },
  {
    ...{ name: 'SkyshelfNothingWatched', severity: 'page', holds: '10m', runbook: 'SkyshelfNotWatched' },
    expr: `absent(${gauge('nodejs_eventloop_lag_p99_seconds', { pod: pods })})`,
    summary: 'Prometheus gets no figures of any pod: no other alert can come.',
    proof: {
      ...{ firesWithin: 17, endsWithin: 2, labels: ofInstallation },
      series: [
        {
          series: sample('nodejs_eventloop_lag_p99_seconds', pod),
          ...{ well: 0.01, below: 0.01, bad: null },
        },
      ],
    },
  },
  {
    ...{ name: 'SkyshelfPodRestarts', severity: 'ticket' },
    expr: `${sum(byPod, increase('kube_pod_container_status_restarts_total', '1h', { pod: pods }))} > 3`,
    summary: '{{ $labels.pod }} starts again and again.',
    proof: {
      lead: 65,
      firesWithin: 30,
      endsWithin: 60,
      labels: ofPod,
      series: [
        { series: sample('kube_pod_container_status_restarts_total', pod), well: 0, below: 0.04, bad: 0.2 },
      ],
    },
  },
  {
    name: 'SkyshelfEventLoopSlow',
    severity: 'ticket',
    holds: '10m',
    expr: `${max(byPod, gauge('nodejs_eventloop_lag_p99_seconds', { pod: pods }))} > 0.25`,
    summary: '{{ $labels.pod }} has more to do than one processor can: all its answers wait.',
    proof: {
      firesWithin: 12,
      endsWithin: 2,
      labels: ofPod,
      series: [{ series: sample('nodejs_eventloop_lag_p99_seconds', pod), well: 0.01, below: 0.2, bad: 0.6 }],
    },
  },
  {
    name: 'SkyshelfProcessorThrottled',
    severity: 'ticket',
    holds: '15m',
    expr: `${sum(byPod, rate('container_cpu_cfs_throttled_periods_total', '5m', { pod: pods }))} / ${sum(byPod, rate('container_cpu_cfs_periods_total', '5m', { pod: pods }))} > 0.5`,
    summary: '{{ $labels.pod }} is held back at its limit of processor time.',
    proof: {
      lead: 10,
      firesWithin: 20,
      endsWithin: 6,
      labels: ofPod,
      series: [
        { series: sample('container_cpu_cfs_throttled_periods_total', pod), well: 0, below: 240, bad: 500 },
        { series: sample('container_cpu_cfs_periods_total', pod), well: 600, below: 600, bad: 600 },
      ],
    },
  },
  {
    name: 'SkyshelfMemoryShort',
    severity: 'ticket',
    holds: '10m',
    expr: `${memory} > 0.9`,
    summary: '{{ $labels.pod }} has nearly all the memory that it may have: soon the kernel ends it.',
    proof: {
      firesWithin: 12,
      endsWithin: 2,
      labels: ofPod,
      series: [
        { series: sample('container_memory_working_set_bytes', pod), well: 400, below: 890, bad: 950 },
        {
          series: sample('kube_pod_container_resource_limits', { ...pod, resource: 'memory' }),
          well: 1000,
          below: 1000,
          bad: 1000,
        },
      ],
    },
  },
  {
    name: 'SkyshelfDiskFills',
    severity: 'ticket',
    holds: '10m',
    expr: `${free} < 0.15`,
    summary: 'The volume {{ $labels.persistentvolumeclaim }} is nearly full.',
    proof: { firesWithin: 12, endsWithin: 2, labels: ofVolume, series: freeProof(16, 14) },
  },
  {
    name: 'SkyshelfDiskFull',
    severity: 'page',
    holds: '2m',
    runbook: 'SkyshelfDiskFills',
    expr: `${free} < 0.05`,
    summary: 'The volume {{ $labels.persistentvolumeclaim }} is full: soon nothing is written there.',
    proof: { firesWithin: 4, endsWithin: 2, labels: ofVolume, series: freeProof(6, 4) },
  },
  {
    name: 'SkyshelfCertificateEnds',
    severity: 'ticket',
    holds: '10m',
    expr: `${validFor} < ${14 * DAY}`,
    labels: ofInstallation,
    summary: 'The certificate {{ $labels.name }} ends within two weeks, and was not renewed.',
    proof: { firesWithin: 12, endsWithin: 2, labels: certificate, series: validProof(15, 13) },
  },
  {
    name: 'SkyshelfCertificateEndsSoon',
    severity: 'page',
    holds: '10m',
    runbook: 'SkyshelfCertificateEnds',
    expr: `${validFor} < ${2 * DAY}`,
    labels: ofInstallation,
    summary: 'The certificate {{ $labels.name }} ends within two days: then no browser opens the page.',
    proof: { firesWithin: 12, endsWithin: 2, labels: certificate, series: validProof(3, 1) },
  },
  {
    name: 'SkyshelfKeysOld',
    severity: 'ticket',
    holds: '10m',
    expr: `${max(['namespace'], gauge('skyshelf_key_age_seconds'))} > ${365 * DAY}`,
    summary: 'The keys that services sign with are a year old.',
    proof: {
      firesWithin: 12,
      endsWithin: 2,
      labels: { namespace: NAMESPACE },
      series: [
        {
          series: sample('skyshelf_key_age_seconds', { service: 'gateway' }),
          well: DAY,
          below: 364 * DAY,
          bad: 366 * DAY,
        },
      ],
    },
  },
];
