import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { lightTracerProvider } from './light-tracer.js';
import { setSpanSink } from './tracing-state.js';

export interface TracingOptions {
  /** `service.name` of the spans. */
  service: string;
  /** `service.instance.id`: which one of several processes of a service. */
  replica?: string | undefined;
  /** Base address of an OTLP/HTTP collector, e.g. `http://127.0.0.1:4318`. Without it no span is recorded and the SDK is never loaded. */
  endpoint?: string | undefined;
  /**
   * Share of all traces that are recorded, 0 to 1; default 1. Which ones is told by the trace id, so that processes with the same share record the same traces
   * whole, and no caller can have more of its own recorded. What a caller does not record is not recorded here.
   */
  ratio?: number | undefined;
}

export interface Tracing {
  /** Sends what is still held back (bounded by the exporter's own time-out, 10 s) and gives the global places free. */
  stop(): Promise<void>;
}

/**
 * Starts tracing in this process, once: the context follows async calls always (see `contextOf` and `traceparentOf` for its way between processes);
 * spans are exported only with an endpoint.
 * Without one a span costs two random ids, so trace ids stand in every log line all the same.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exported = options.endpoint ? await exporting(options, options.endpoint) : null;
  trace.setGlobalTracerProvider(exported?.provider ?? lightTracerProvider());
  setSpanSink(exported?.sink ?? null);
  return {
    stop: async () => {
      setSpanSink(null);
      await exported?.provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

async function exporting({ service, replica, ratio = 1 }: TracingOptions, endpoint: string) {
  const { createExportingProvider } = await import('./exporting-provider.js');
  return createExportingProvider({ service, replica, ratio, endpoint });
}
