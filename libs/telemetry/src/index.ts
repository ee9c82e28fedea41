export { createLogger, logLevels, type Logger, type LoggerOptions, type LogLevel } from './logger.js';
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
export { startTracing, type Tracing, type TracingOptions } from './tracing.js';
export { contextOf, traceparentOf, withTraceparent } from './trace-context.js';
