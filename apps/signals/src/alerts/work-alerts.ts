import {
  countRate,
  fromFirst,
  FULLNAME,
  gauge,
  max,
  NAMESPACE,
  quantile,
  sample,
  series,
  sum,
} from '../query.js';
import type { Alert, ProofSeries } from '../rule.js';

/** The oldest age in seconds, by what people wait for. */
const OLDEST = { thumbnail: 600, document: 1_800, website: 7_200, video: 21_600 } as const;

const oldest = (role: string): string =>
  max(['namespace', 'role'], gauge('skyshelf_oldest_role_job_age_seconds', { role }));

const tries = (outcome: string): string =>
  series('skyshelf_job_duration_seconds', '_count', { kind: 'mp4', outcome });
const calls = (outcome: string): string =>
  series('skyshelf_object_store_duration_seconds', '_count', { service: 'storage', outcome });
const within = (le: string): string =>
  series('skyshelf_drive_queue_wait_seconds', '_bucket', { service: 'catalog', le });
const steady = (each: string, perMinute: number): ProofSeries => ({
  series: each,
  well: perMinute,
  below: perMinute,
  bad: perMinute,
});
const fsck = { cronjob: `${FULLNAME}-fsck` };
const lastWell = max(['namespace', 'cronjob'], gauge('kube_cronjob_status_last_successful_time', fsck));
const aged = (days: number) => ({ well: -days * 86_400, below: -days * 86_400, bad: -days * 86_400 });
const service = { namespace: NAMESPACE, service: 'storage' };

export const workAlerts: readonly Alert[] = [
  {
    name: 'SkyshelfJobsWait',
    severity: 'ticket',
    holds: '5m',
    expr: Object.entries(OLDEST)
      .map(([role, seconds]) => `${oldest(role)} > ${seconds}`)
      .join(' or '),
    summary: 'Work of the role {{ $labels.role }} waits for longer than people do.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels: { namespace: NAMESPACE, role: 'thumbnail' },
      series: [
        {
          series: sample('skyshelf_oldest_role_job_age_seconds', { role: 'thumbnail' }),
          well: 1,
          below: 599,
          bad: 700,
        },
      ],
    },
  },
  {
    name: 'SkyshelfJobsOverdue',
    severity: 'ticket',
    holds: '5m',
    expr: `${max(['namespace', 'service', 'kind'], gauge('skyshelf_overdue_job_age_seconds'))} > 900`,
    summary: 'Work of the kind {{ $labels.kind }} is due, and no process of {{ $labels.service }} takes it.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels: { namespace: NAMESPACE, service: 'notify', kind: 'mail' },
      series: [
        {
          series: sample('skyshelf_overdue_job_age_seconds', { service: 'notify', kind: 'mail' }),
          well: 1,
          below: 899,
          bad: 1_000,
        },
      ],
    },
  },
  {
    name: 'SkyshelfJobsFail',
    severity: 'ticket',
    holds: '10m',
    expr: `${sum(['namespace', 'kind'], countRate('skyshelf_job_duration_seconds', '30m', { outcome: 'failed' }))} / ${sum(['namespace', 'kind'], countRate('skyshelf_job_duration_seconds', '30m'))} > 0.2`,
    summary: 'More than one in five jobs of the kind {{ $labels.kind }} is given up.',
    proof: {
      lead: 35,
      firesWithin: 40,
      endsWithin: 30,
      labels: { namespace: NAMESPACE, kind: 'mp4' },
      series: [steady(tries('done'), 10), { series: tries('failed'), well: 0, below: 2, bad: 10 }],
    },
  },
  {
    ...{ name: 'SkyshelfObjectStoreFails', severity: 'ticket', holds: '5m' },
    expr: `${sum(['namespace', 'service'], countRate('skyshelf_object_store_duration_seconds', '5m', { outcome: { matches: 'unavailable|full' } }))} / ${sum(['namespace', 'service'], countRate('skyshelf_object_store_duration_seconds', '5m'))} > 0.05`,
    summary: 'The object store does not answer {{ $labels.service }}, or is full.',
    proof: {
      ...{ firesWithin: 8, endsWithin: 6, labels: service },
      series: [steady(calls('ok'), 100), { series: calls('full'), well: 0, below: 5, bad: 30 }],
    },
  },
  {
    name: 'SkyshelfObjectStoreSlow',
    severity: 'ticket',
    holds: '10m',
    expr: `${quantile(0.95, 'skyshelf_object_store_duration_seconds', ['namespace', 'service'], '10m', { operation: { matches: 'get|head|put' } })} > 1`,
    summary: 'One in twenty calls of the object store by {{ $labels.service }} takes more than a second.',
    proof: {
      lead: 15,
      firesWithin: 25,
      endsWithin: 12,
      labels: service,
      series: [
        storeWithin('1', { well: 100, below: 96, bad: 50 }),
        storeWithin('2.5', 100),
        storeWithin('+Inf', 100),
      ],
    },
  },
  {
    name: 'SkyshelfDrivesQueue',
    severity: 'ticket',
    holds: '10m',
    expr: `${quantile(0.99, 'skyshelf_drive_queue_wait_seconds', ['namespace', 'service'], '10m')} > 1`,
    summary: 'Commands of {{ $labels.service }} wait for their turn for more than a second: a drive is hot.',
    proof: {
      lead: 15,
      firesWithin: 25,
      endsWithin: 12,
      labels: { namespace: NAMESPACE, service: 'catalog' },
      series: [
        { series: within('1'), well: 1000, below: 995, bad: 500 },
        steady(within('2.5'), 1000),
        steady(within('+Inf'), 1000),
      ],
    },
  },
  {
    ...{ name: 'SkyshelfUndeclaredRefusal', severity: 'ticket' },
    expr: `${sum(['namespace', 'route', 'code'], fromFirst('skyshelf_undeclared_refusals_total', '1h'))} > 0`,
    summary:
      '{{ $labels.route }} answers {{ $labels.code }}, which its contract does not list: a mistake of ours.',
    proof: {
      lead: 5,
      firesWithin: 3,
      endsWithin: 62,
      labels: { namespace: NAMESPACE, route: '/api/', code: 'name.exists' },
      series: [
        {
          series: sample('skyshelf_undeclared_refusals_total', { route: '/api/', code: 'name.exists' }),
          ...{ well: null, below: null, bad: 1 },
        },
      ],
    },
  },
  {
    ...{ name: 'SkyshelfLinkTraffic', severity: 'ticket' },
    expr: `${sum(['namespace'], fromFirst('skyshelf_link_traffic_refusals_total', '1h'))} > 0`,
    summary: 'Visitors of a link are refused: it has sent what a link may send on one day.',
    proof: {
      lead: 5,
      firesWithin: 3,
      endsWithin: 62,
      labels: { namespace: NAMESPACE },
      series: [{ series: sample('skyshelf_link_traffic_refusals_total'), well: null, below: null, bad: 1 }],
    },
  },
  {
    name: 'SkyshelfFsckFinds',
    severity: 'ticket',
    expr: `${max(['namespace', 'job_name'], gauge('kube_job_status_failed', { job_name: { matches: `${FULLNAME}-fsck-.+` } }))} > 0`,
    summary: 'The check of all data ({{ $labels.job_name }}) has found something, or could not be done.',
    proof: {
      firesWithin: 1,
      endsWithin: 2,
      labels: { namespace: NAMESPACE, job_name: `${FULLNAME}-fsck-1` },
      series: [
        {
          series: sample('kube_job_status_failed', { job_name: `${FULLNAME}-fsck-1` }),
          well: 0,
          below: 0,
          bad: 1,
        },
      ],
    },
  },
  {
    ...{ name: 'SkyshelfFsckMissing', severity: 'ticket' },
    // One that has never ended well has no such time.
    expr: `time() - (${lastWell} or ${max(['namespace', 'cronjob'], gauge('kube_cronjob_created', fsck))}) > 3 * 86400`,
    summary: 'For three days no check of all data has ended well.',
    proof: {
      // The clock of a test begins at 0, and a sample counts for 5 minutes.
      ...{ firesWithin: 6, endsWithin: 2 },
      labels: { namespace: NAMESPACE, ...fsck },
      series: [
        {
          series: sample('kube_cronjob_status_last_successful_time', fsck),
          ...{ well: 0, below: -2 * 86_400, bad: null },
        },
        { series: sample('kube_cronjob_created', fsck), ...aged(4) },
      ],
    },
  },
];

function storeWithin(le: string, perMinute: number | Omit<ProofSeries, 'series'>): ProofSeries {
  const each = series('skyshelf_object_store_duration_seconds', '_bucket', {
    service: 'storage',
    operation: 'get',
    le,
  });
  return typeof perMinute === 'number' ? steady(each, perMinute) : { series: each, ...perMinute };
}
