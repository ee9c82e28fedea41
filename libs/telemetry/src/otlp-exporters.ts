import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

export const otlpProtocols = ['http/json', 'http/protobuf'] as const;
export type OtlpProtocol = (typeof otlpProtocols)[number];

/** A URL, the standard variables (`otlp`), or standard output. */
export type ExportTarget = { url: string } | 'otlp' | 'console';

interface OtlpExporters {
  traces(to: ExportTarget): SpanExporter;
  metrics(to: ExportTarget): PushMetricExporter;
}

const placeOf = (to: ExportTarget): { url?: string } => (typeof to === 'string' ? {} : to);

/** Loads only those of the protocol. */
export async function otlpExporters(protocol: OtlpProtocol): Promise<OtlpExporters> {
  const [spans, metrics] =
    protocol === 'http/json'
      ? await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-http'),
          import('@opentelemetry/exporter-metrics-otlp-http'),
        ])
      : await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-proto'),
          import('@opentelemetry/exporter-metrics-otlp-proto'),
        ]);
  return {
    traces: (to) => new spans.OTLPTraceExporter(placeOf(to)),
    metrics: (to) => new metrics.OTLPMetricExporter(placeOf(to)),
  };
}
