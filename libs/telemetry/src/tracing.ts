import { context, metrics as globalMetrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { lightTracerProvider } from './light-tracer.js';
import { processMetrics, type MetricRegistry } from './metric-registry.js';
import type { ExportTarget, OtlpProtocol } from './otlp-exporters.js';
import { setSpanSink } from './tracing-state.js';

/** What takes signals, as `OTEL_TRACES_EXPORTER` and `OTEL_METRICS_EXPORTER` name it. */
export type ExporterName = 'otlp' | 'console' | 'none';

export interface TracingOptions {
  /** `service.name` of the spans. */
  service: string;
  /** `service.instance.id`: which one of several processes of a service. */
  replica?: string | undefined;
  /** Base address of an OTLP/HTTP collector, e.g. `http://127.0.0.1:4318`: spans and metrics go there. Without it, and without exporters, the SDK is never loaded. */
  endpoint?: string | undefined;
  /** Whole addresses for one of both. */
  tracesEndpoint?: string | undefined;
  metricsEndpoint?: string | undefined;
  tracesExporter?: ExporterName | undefined;
  metricsExporter?: ExporterName | undefined;
  protocol?: OtlpProtocol | undefined;
  /**
   * Share of all traces that are recorded, 0 to 1; default 1. Which ones is told by the trace id, so that processes with the same share record the same traces
   * whole, and no caller can have more of its own recorded. What a caller does not record is not recorded here.
   */
  ratio?: number | undefined;
  /** What is sent of metrics; default: those of the process. */
  registry?: MetricRegistry;
}

export interface Tracing {
  /** Sends what is still held back (bounded by the exporter's own time-out, 10 s) and gives the global places free. */
  stop(): Promise<void>;
}

/**
 * Starts tracing in this process, once: the context follows async calls always (see `contextOf` and `traceparentOf` for its way between processes);
 * spans and metrics are exported only where an exporter is named.
 * Without one a span costs two random ids, so trace ids stand in every log line all the same.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [traces, metrics] = [targetOf('traces', options), targetOf('metrics', options)];
  const sdk = traces || metrics ? await exporting(options, traces, metrics) : null;
  if (!sdk) context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (!sdk?.sink) trace.setGlobalTracerProvider(lightTracerProvider());
  setSpanSink(sdk?.sink ?? null);
  return {
    stop: async () => {
      setSpanSink(null);
      await sdk?.stop();
      trace.disable();
      globalMetrics.disable();
      context.disable();
    },
  };
}

function targetOf(signal: 'traces' | 'metrics', options: TracingOptions): ExportTarget | null {
  const named = options[`${signal}Exporter`];
  if (named === 'none' || process.env.OTEL_SDK_DISABLED === 'true') return null;
  if (named === 'console') return 'console';
  const whole = options[`${signal}Endpoint`];
  if (whole) return { url: whole };
  if (options.endpoint) return { url: `${options.endpoint.replace(/\/+$/, '')}/v1/${signal}` };
  return named ?? null;
}

async function exporting(
  { service, replica, ratio = 1, protocol = 'http/json', registry = processMetrics }: TracingOptions,
  traces: ExportTarget | null,
  metrics: ExportTarget | null,
) {
  const { startExportingSdk } = await import('./exporting-sdk.js');
  return startExportingSdk({ service, replica, ratio, protocol, traces, metrics, registry });
}
