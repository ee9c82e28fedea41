import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { FinishedSpan } from './finished-span.js';
import type { SpanSink } from './tracing-state.js';

/** How long a span waits for others before it is sent. */
const SEND_AFTER_MS = 1_000;
/** Spans that wait at most; beyond that they are dropped rather than kept in memory. */
const MAX_WAITING = 8_192;

/** The SDK with its OTLP exporter; loaded by `startTracing` only when there is somewhere to send spans. */
export function createExportingProvider(options: {
  service: string;
  replica: string | undefined;
  endpoint: string;
  ratio: number;
}): { provider: TracerProvider; sink: SpanSink } {
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: SEND_AFTER_MS,
    maxQueueSize: MAX_WAITING,
  });
  const share = new TraceIdRatioBasedSampler(options.ratio);
  const isChosen = ({ traceId }: FinishedSpan) =>
    share.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: options.service,
      ...(options.replica && { 'service.instance.id': options.replica }),
    }),
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [processor],
  });
  return {
    provider,
    sink: (spans) => spans.filter(isChosen).forEach((span) => processor.onEnd(readable(span))),
  };
}

type HrTime = ReadableSpan['startTime'];
const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** As the exporter wants it. The resource is who measured, not this process. */
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
