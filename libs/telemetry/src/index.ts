export { logFields } from './log-fields.js';
export {
  logWarnings,
  createLogger,
  logLevels,
  type Logger,
  type LoggerOptions,
  type LogLevel,
} from './logger.js';
export {
  createMetrics,
  durationBuckets,
  type Counter,
  type Gauge,
  type Histogram,
  type Labels,
  type MetricDefinition,
  type Metrics,
} from './metrics.js';
export { MetricRegistry, processMetrics, type MetricDeclaration } from './metric-registry.js';
export { createRequestMetrics, type AnsweredRequest } from './request-metrics.js';
export { declaredMetrics, declaredSpans } from './catalogue.js';
export {
  declareCounter,
  declareGauge,
  declareHistogram,
  measureGauge,
  type DeclaredMetric,
  type MetricType,
} from './declare-metric.js';
export {
  declareForeignSpan,
  declareSpan,
  type DeclaredSpan,
  type SpanDefinition,
  type StartedSpan,
} from './declare-span.js';
export { type FinishedSpan, exportSpans, isTracing } from './tracing-state.js';
export { measureMongo } from './mongo-metrics.js';
export { mongoTracingOptions, traceMongo } from './mongo-spans.js';
export { throttled } from './throttled-read.js';
export { otlpProtocols, type OtlpProtocol } from './otlp-exporters.js';
export { startTracing, type ExporterName, type Tracing, type TracingOptions } from './tracing.js';
export {
  activeContext,
  contextOf,
  detachedContextOf,
  inContext,
  traceparentOf,
  withTraceparent,
} from './trace-context.js';
export type { Context } from '@opentelemetry/api';
export { renderTelemetryPage } from './telemetry-page.js';
