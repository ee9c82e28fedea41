import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.string().optional() }).loose(),
});
const otlpSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
});
/** A line of the collector's file: OTLP's JSON, as far as it is looked at. */
const batch = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: z.array(attribute) }),
        scopeSpans: z.array(z.object({ spans: z.array(otlpSpan) })),
      }),
    )
    .default([]),
});

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** It is null for the root of a trace. */
  parentSpanId: string | null;
  /** `service.name`: the process; in standalone one for all services. */
  process: string;
  name: string;
  attributes: Readonly<Record<string, string>>;
}

type Attributes = z.infer<typeof attribute>[];
const record = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? JSON.stringify(value)]),
  );

/** All spans that the collector has written so far. A line that is being written is left for the next time. */
export function collectedSpans(file: string): CollectedSpan[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines
    .flatMap((line) => batch.parse(JSON.parse(line)).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
          traceId,
          spanId,
          name,
          parentSpanId: parentSpanId || null,
          process: record(resource.attributes)['service.name'] ?? '',
          attributes: record(attributes),
        })),
      ),
    );
}
