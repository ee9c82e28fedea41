import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';

/** The SDK with its OTLP exporter; loaded by `startTracing` only when there is somewhere to send spans. */
export function createExportingProvider(options: {
  service: string;
  endpoint: string;
  ratio: number;
}): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` });
  return new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}
