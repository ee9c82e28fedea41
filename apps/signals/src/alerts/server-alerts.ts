import {
  fromFirst,
  FULLNAME,
  gauge,
  max,
  min,
  NAMESPACE,
  quantile,
  sample,
  series,
  sum,
  type HistogramName,
} from '../query.js';
import type { Alert, ProofSeries } from '../rule.js';

const catalog = { namespace: NAMESPACE, service: 'catalog' };
const byService = ['namespace', 'service'] as const;

type MongoTime = Extract<HistogramName, `skyshelf_mongodb_${string}`>;
const p95 = (name: MongoTime): string => quantile(0.95, name, byService, '10m');

/** Counted to `kept` seconds, of a thousand a minute. */
const slowProof = (name: MongoTime, kept: string, later: string): Alert['proof'] => {
  const to = (le: string) => series(name, '_bucket', { service: 'catalog', le });
  const all = { well: 1000, below: 1000, bad: 1000 };
  return {
    lead: 15,
    firesWithin: 25,
    endsWithin: 12,
    labels: catalog,
    series: [
      { series: to(kept), well: 1000, below: 970, bad: 500 },
      { series: to(later), ...all },
      { series: to('+Inf'), ...all },
    ],
  };
};

/** These reasons exclude a user's choices and mistakes. */
const FAILURES = 'provider_error|provider_unavailable|invalid_id_token|wrong_address|server_error';
const byProvider = ['namespace', 'provider'];
const failed = sum(
  byProvider,
  fromFirst('skyshelf_sign_ins_total', '30m', { outcome: { matches: FAILURES } }),
);
const ended = sum(byProvider, fromFirst('skyshelf_sign_ins_total', '30m'));
const signIns = (outcome: string): string =>
  sample('skyshelf_sign_ins_total', { service: 'gateway', provider: 'company', outcome });

const connections = (state: string): string => gauge('skyshelf_http_connections', { state });
const connectionsProof = (state: string, values: Omit<ProofSeries, 'series'>): ProofSeries => ({
  series: sample('skyshelf_http_connections', { service: 'gateway', state }),
  ...values,
});

const scalers = { horizontalpodautoscaler: { matches: `(keda-hpa-)?${FULLNAME}-.+` } };
const scaler = { horizontalpodautoscaler: `${FULLNAME}-catalog` };
const ofScaler = ['namespace', 'horizontalpodautoscaler'];
const current = max(ofScaler, gauge('kube_horizontalpodautoscaler_status_current_replicas', scalers));
const most = max(ofScaler, gauge('kube_horizontalpodautoscaler_spec_max_replicas', scalers));
const fewest = max(ofScaler, gauge('kube_horizontalpodautoscaler_spec_min_replicas', scalers));

export const serverAlerts: readonly Alert[] = [
  {
    name: 'SkyshelfDatabaseSlow',
    severity: 'ticket',
    holds: '10m',
    expr: `${p95('skyshelf_mongodb_command_duration_seconds')} > 1`,
    summary: 'One in twenty commands of {{ $labels.service }} to MongoDB takes more than a second.',
    proof: slowProof('skyshelf_mongodb_command_duration_seconds', '1', '2.5'),
  },
  {
    name: 'SkyshelfDatabasePoolShort',
    severity: 'ticket',
    holds: '10m',
    expr: `${p95('skyshelf_mongodb_pool_wait_seconds')} > 0.25`,
    summary: 'Commands of {{ $labels.service }} wait for a connection to MongoDB.',
    proof: slowProof('skyshelf_mongodb_pool_wait_seconds', '0.25', '0.5'),
  },
  {
    name: 'SkyshelfSignInsFail',
    severity: 'page',
    holds: '5m',
    expr: `${failed} > 3 and ${failed} / ${ended} > 0.5`,
    summary: 'Most sign-ins by {{ $labels.provider }} fail, for no reason of their users.',
    proof: {
      lead: 35,
      firesWithin: 7,
      endsWithin: 40,
      labels: { namespace: NAMESPACE, provider: 'company' },
      series: [
        { series: signIns('provider_unavailable'), well: null, below: 3, bad: 40 },
        { series: signIns('signed_in'), well: 1, below: 1, bad: 0 },
      ],
    },
  },
  {
    name: 'SkyshelfConnectionsShort',
    severity: 'page',
    holds: '5m',
    expr: `${max(['namespace'], connections('open'))} / ${min(['namespace'], connections('allowed'))} > 0.8`,
    summary: 'A gateway has four fifths of the connections that it may have: further people find it closed.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels: { namespace: NAMESPACE },
      series: [
        connectionsProof('open', { well: 100, below: 790, bad: 810 }),
        connectionsProof('allowed', { well: 1000, below: 1000, bad: 1000 }),
      ],
    },
  },
  {
    name: 'SkyshelfScaledToMost',
    severity: 'ticket',
    holds: '30m',
    expr: `${current} >= ${most} and ${most} > ${fewest}`,
    summary: '{{ $labels.horizontalpodautoscaler }} has had as many pods as it may for half an hour.',
    proof: {
      firesWithin: 32,
      endsWithin: 2,
      labels: { namespace: NAMESPACE, ...scaler },
      series: [
        {
          series: sample('kube_horizontalpodautoscaler_status_current_replicas', scaler),
          well: 3,
          below: 5,
          bad: 6,
        },
        {
          series: sample('kube_horizontalpodautoscaler_spec_max_replicas', scaler),
          well: 6,
          below: 6,
          bad: 6,
        },
        {
          series: sample('kube_horizontalpodautoscaler_spec_min_replicas', scaler),
          well: 2,
          below: 2,
          bad: 2,
        },
      ],
    },
  },
];
