import { randomBytes } from 'node:crypto';
import {
  context,
  type Context,
  context as contexts,
  isSpanContextValid,
  metrics as globalMetrics,
  type Span,
  type SpanOptions,
  trace,
  TraceFlags,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type MetricRegistry, processMetrics } from './metric-registry.js';
import type { ExportTarget, OtlpProtocol } from './otlp-exporters.js';
import { setSpanSink } from './tracing-state.js';

const POOL_BYTES = 8192;
let pool = '';
let taken = 0;

/** One system call serves hundreds of ids. */
function hex(digits: number): string {
  if (taken + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    taken = 0;
  }
  taken += digits;
  return pool.slice(taken - digits, taken);
}

/** Ids without recording: log lines and peers can still be joined by trace id. */
class LightTracer implements Tracer {
  startSpan(_name: string, options: SpanOptions = {}, parentContext: Context = contexts.active()): Span {
    const parent = options.root ? undefined : trace.getSpanContext(parentContext);
    const known = parent !== undefined && isSpanContextValid(parent);
    return trace.wrapSpanContext({
      traceId: known ? parent.traceId : hex(32),
      spanId: hex(16),
      traceFlags: known ? parent.traceFlags : TraceFlags.NONE,
    });
  }

  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    ...rest: [...unknown[], F]
  ): ReturnType<F> {
    const work = rest.at(-1) as F;
    const options = (rest.length > 1 ? rest[0] : {}) as SpanOptions;
    const parent = (rest.length > 2 ? rest[1] : contexts.active()) as Context;
    const span = this.startSpan(name, options, parent);
    return contexts.with(trace.setSpan(parent, span), () => work(span)) as ReturnType<F>;
  }
}

/** Processes that export no traces use it. */
const lightTracerProvider = (): TracerProvider => {
  const tracer = new LightTracer();
  return { getTracer: () => tracer };
};

/** The values are those of `OTEL_TRACES_EXPORTER` and `OTEL_METRICS_EXPORTER`. */
export type ExporterName = 'otlp' | 'console' | 'none';

export interface TracingOptions {
  /** It becomes `service.name` of the spans. */
  service: string;
  /** `service.instance.id`: one of several processes of a service. */
  replica?: string | undefined;
  /**
   * An OTLP/HTTP collector, e.g. `http://127.0.0.1:4318`. Without it, and without exporters, the SDK is never
   * loaded.
   */
  endpoint?: string | undefined;
  /** It replaces the whole address for one signal. */
  tracesEndpoint?: string | undefined;
  metricsEndpoint?: string | undefined;
  tracesExporter?: ExporterName | undefined;
  metricsExporter?: ExporterName | undefined;
  protocol?: OtlpProtocol | undefined;
  /**
   * Share of recorded traces, 0 to 1; default 1. Decided by the trace id, so that equal shares record the
   * same traces, and no caller can raise its own. What a caller does not record is not recorded here.
   */
  ratio?: number | undefined;
  /** Default: the process's. */
  registry?: MetricRegistry;
}

export interface Tracing {
  /** Flushes (bounded by the exporter's time-out, 10 s) and releases the globals. */
  stop(): Promise<void>;
}

/**
 * Call it once a process: the context always follows async calls (see `contextOf` and `traceparentOf` between
 * processes); export needs an exporter. A span without one costs two random ids, so every log line has trace ids.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const traces = targetOf('traces', options);
  const metrics = targetOf('metrics', options);
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
