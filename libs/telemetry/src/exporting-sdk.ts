import { type HrTime, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import {
  emptyResource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { FinishedSpan, SpanSink } from './tracing-state.js';
import type { CollectedMetric, MetricRegistry } from './metric-registry.js';
import { type ExportTarget, otlpExporters, type OtlpProtocol } from './otlp-exporters.js';

const SEND_AFTER_MS = 1_000;
/** Further spans are dropped. */
const MAX_WAITING = 8_192;

export interface ExportingOptions {
  service: string;
  replica: string | undefined;
  ratio: number;
  protocol: OtlpProtocol;
  traces: ExportTarget | null;
  metrics: ExportTarget | null;
  registry: MetricRegistry;
}

/** Null: no spans are exported. */
export interface ExportingSdk {
  sink: SpanSink | null;
  stop(): Promise<void>;
}

/** Only loaded when there is a target. The SDK's own `OTEL_…` variables give the rest. */
export async function startExportingSdk(options: ExportingOptions): Promise<ExportingSdk> {
  const { service, replica, ratio, traces, metrics, protocol, registry } = options;
  const exporters = await otlpExporters(protocol);
  const share = new TraceIdRatioBasedSampler(ratio);
  const processor =
    traces && batchesFor(traces === 'console' ? new ConsoleSpanExporter() : exporters.traces(traces));
  const reader =
    metrics && metrics !== 'console'
      ? new PeriodicExportingMetricReader({
          exporter: exporters.metrics(metrics),
          metricProducers: [registryProducer(registry)],
          exportIntervalMillis: Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || 60_000,
        })
      : null;
  const sdk = new NodeSDK({
    serviceName: service,
    resource: resourceFromAttributes(replica ? { 'service.instance.id': replica } : {}),
    resourceDetectors: [resourceAttributesEnvDetector],
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: processor ? [processor] : [],
    metricReaders: reader ? [reader] : [],
    // Log lines go to standard output.
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  const isChosen = ({ traceId }: FinishedSpan) =>
    share.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  return {
    sink: processor && ((spans) => spans.filter(isChosen).forEach((span) => processor.onEnd(readable(span)))),
    stop: () => sdk.shutdown(),
  };
}

/** Quickly, to see recent work. */
const batchesFor = (exporter: SpanExporter): BatchSpanProcessor =>
  new BatchSpanProcessor({
    exporter,
    ...(!process.env.OTEL_BSP_SCHEDULE_DELAY && { scheduledDelayMillis: SEND_AFTER_MS }),
    ...(!process.env.OTEL_BSP_MAX_QUEUE_SIZE && { maxQueueSize: MAX_WAITING }),
  });

const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)];

function readable(span: FinishedSpan): ReadableSpan {
  const { traceId, spanId, parentSpanId, startMs, endMs } = span;
  const contextOf = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
  return {
    name: span.name,
    kind: SpanKind.CLIENT,
    spanContext: () => contextOf(spanId),
    ...(parentSpanId && { parentSpanContext: contextOf(parentSpanId) }),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(endMs - startMs),
    ended: true,
    status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { ...span.attributes },
    links: [],
    events: [],
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: span.service }),
    instrumentationScope: { name: span.service },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const DOUBLE = 1;

/** The same names, labels and numbers as at `/metrics`, for OpenTelemetry's SDK. */
function registryProducer(registry: MetricRegistry): { collect(): Promise<CollectionResult> } {
  const startTime = hrTime(performance.timeOrigin);
  return {
    collect: async () => {
      const collected = await registry.collect();
      const times = { startTime, endTime: hrTime(Date.now()) };
      const metrics = collected.flatMap((metric) => dataOf(metric, times) ?? []);
      const scopeMetrics = [{ scope: { name: '@skyshelf/telemetry' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function dataOf(metric: CollectedMetric, times: Times): MetricData | null {
  const { name, help, type, values } = metric;
  const base = {
    descriptor: { name, description: help, unit: '', valueType: DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  if (type === 'counter') return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (type === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  if (type !== 'histogram') return null;
  return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) };
}

type HistogramPoint = Extract<MetricData, { dataPointType: DataPointType.HISTOGRAM }>['dataPoints'][number];

/** One point for each set of labels, from cumulative `_bucket`, `_sum` and `_count`. */
function histograms({ name, values }: CollectedMetric, times: Times): HistogramPoint[] {
  const points = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...points].map(([labels, lines]) => {
    const last = (suffix: string) =>
      lines.find(({ metricName }) => metricName === `${name}${suffix}`)?.value ?? 0;
    const buckets = lines
      .filter(({ labels: { le } }) => le !== undefined)
      .map(({ labels: { le }, value }) => ({ bound: le === '+Inf' ? Infinity : Number(le), value }))
      .toSorted((a, b) => a.bound - b.bound);
    return {
      ...times,
      attributes: JSON.parse(labels) as Record<string, string>,
      value: {
        sum: last('_sum'),
        count: last('_count'),
        buckets: {
          boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
      },
    };
  });
}
