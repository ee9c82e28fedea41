import { sentMetrics } from './sent-metrics.js';

/** Placeholder for the namespace: filled in by the chart, a variable in dashboards. */
export const NAMESPACE = 'RELEASE_NAMESPACE';
export const FULLNAME = 'RELEASE_FULLNAME';

type Metrics = typeof sentMetrics & typeof foreignMetrics;
/** Sent by us or known from others. */
type MetricName = keyof Metrics;
type NameOf<Type> = { [N in MetricName]: Metrics[N]['type'] extends Type ? N : never }[MetricName];
type CounterName = NameOf<'counter'>;
type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'> & keyof typeof sentMetrics;
type LabelOf<N extends MetricName> = Metrics[N]['labels'][number];
export type BoundOf<N extends HistogramName> = (typeof sentMetrics)[N]['buckets'][number];

/** A value, or a pattern. */
type Wanted = string | { matches: string } | { lacks: string };
export type Where<N extends MetricName> = { readonly [L in LabelOf<N>]?: Wanted };

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function matcher([label, wanted]: [string, Wanted]): string {
  if (typeof wanted === 'string') return `${label}=${quoted(wanted)}`;
  return 'matches' in wanted ? `${label}=~${quoted(wanted.matches)}` : `${label}!~${quoted(wanted.lacks)}`;
}

function selected(name: MetricName, suffix: string, where: object, further: readonly string[] = []): string {
  const own =
    'elsewhere' in { ...sentMetrics, ...foreignMetrics }[name] ? [] : [`namespace=${quoted(NAMESPACE)}`];
  const matchers = [...own, ...Object.entries(where).map(matcher), ...further];
  return `${name}${suffix}{${matchers.join(',')}}`;
}

export const gauge = <N extends GaugeName>(name: N, where: Where<N> = {}): string =>
  selected(name, '', where);

/** Gives a rate a second. `window` is in Prometheus' notation. */
export const rate = <N extends CounterName>(name: N, window: string, where: Where<N> = {}): string =>
  `rate(${selected(name, '', where)}[${window}])`;

export const increase = <N extends CounterName>(name: N, window: string, where: Where<N> = {}): string =>
  `increase(${selected(name, '', where)}[${window}])`;

/** For a rare one: its series begins with its first event, which `increase` does not see. */
export function fromFirst<N extends CounterName>(name: N, window: string, where: Where<N> = {}): string {
  const now = selected(name, '', where);
  return `((${now} unless ${now} offset ${window}) or ${increase(name, window, where)})`;
}

export const countRate = <N extends HistogramName>(name: N, window: string, where: Where<N> = {}): string =>
  `rate(${selected(name, '_count', where)}[${window}])`;

/** Counts observations of at most `bound`. Prometheus 3 writes a whole bound as `1.0`, Prometheus 2 unchanged. */
export function withinRate<N extends HistogramName>(
  name: N,
  bound: BoundOf<N>,
  window: string,
  where: Where<N> = {},
): string {
  const le = Number.isInteger(bound) ? `le=~${quoted(`${bound}(\\.0)?`)}` : `le="${bound}"`;
  return `rate(${selected(name, '_bucket', where, [le])}[${window}])`;
}

/** 0 to 1, by labels. */
export const quantile = <N extends HistogramName>(
  share: number,
  name: N,
  by: readonly (LabelOf<N> | 'namespace')[],
  window: string,
  where: Where<N> = {},
): string =>
  `histogram_quantile(${share}, sum by (${['le', ...by].join(', ')}) (rate(${selected(name, '_bucket', where)}[${window}])))`;

export type Values<N extends MetricName> = { readonly [L in LabelOf<N>]?: string };

/** As sent, for tests: `_count`, or `_bucket` with its `le`. */
export const series = <N extends HistogramName>(
  name: N,
  suffix: '_count' | '_bucket',
  labels: Values<N> & { le?: string },
): string => selected(name, suffix, labels);

export const sample = <N extends CounterName | GaugeName>(name: N, labels: Values<N> = {}): string =>
  selected(name, '', labels);

const aggregate =
  (how: string) =>
  (by: readonly string[], query: string): string =>
    `${how} by (${by.join(', ')}) (${query})`;
export const sum = aggregate('sum');
export const max = aggregate('max');
export const min = aggregate('min');

/** The metrics of other programs about the pods; names and labels are theirs. */
export const foreignMetrics = {
  // Prometheus.
  up: { type: 'gauge', labels: ['job', 'pod', 'container'] },
  // When a firing alert began.
  ALERTS_FOR_STATE: { type: 'gauge', labels: ['alertname', 'severity', 'service'] },

  // prom-client.
  process_cpu_seconds_total: { type: 'counter', labels: ['pod', 'container'] },
  process_resident_memory_bytes: { type: 'gauge', labels: ['pod', 'container'] },
  nodejs_eventloop_lag_p99_seconds: { type: 'gauge', labels: ['pod', 'container'] },
  nodejs_heap_size_used_bytes: { type: 'gauge', labels: ['pod', 'container'] },

  // kube-state-metrics.
  kube_cronjob_created: { type: 'gauge', labels: ['cronjob'] },
  kube_cronjob_status_last_successful_time: { type: 'gauge', labels: ['cronjob'] },
  kube_horizontalpodautoscaler_spec_max_replicas: { type: 'gauge', labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_spec_min_replicas: { type: 'gauge', labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_status_current_replicas: {
    type: 'gauge',
    labels: ['horizontalpodautoscaler'],
  },
  kube_job_status_failed: { type: 'gauge', labels: ['job_name'] },
  kube_deployment_spec_replicas: { type: 'gauge', labels: ['deployment'] },
  kube_deployment_status_replicas_available: { type: 'gauge', labels: ['deployment'] },
  kube_pod_container_resource_limits: { type: 'gauge', labels: ['pod', 'container', 'resource'] },
  kube_pod_container_status_restarts_total: { type: 'counter', labels: ['pod', 'container'] },

  // The kubelet, with its cAdvisor.
  container_cpu_cfs_periods_total: { type: 'counter', labels: ['pod', 'container'] },
  container_cpu_cfs_throttled_periods_total: { type: 'counter', labels: ['pod', 'container'] },
  container_memory_working_set_bytes: { type: 'gauge', labels: ['pod', 'container'] },
  kubelet_volume_stats_available_bytes: { type: 'gauge', labels: ['persistentvolumeclaim'] },
  kubelet_volume_stats_capacity_bytes: { type: 'gauge', labels: ['persistentvolumeclaim'] },

  // cert-manager, whose own namespace is in the label.
  certmanager_certificate_expiration_timestamp_seconds: { type: 'gauge', labels: ['name'], elsewhere: true },
} as const;
