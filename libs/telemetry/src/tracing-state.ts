/** Takes spans measured by another program. */
export type SpanSink = (spans: readonly FinishedSpan[]) => void;

let sink: SpanSink | null = null;

/** Called by `startTracing`; null ends the export. */
export const setSpanSink = (to: SpanSink | null): void => {
  sink = to;
};

export const isTracing = (): boolean => sink !== null;

/**
 * Measured by another program, e.g. the page.
 * @returns false when nothing is exported here
 */
export function exportSpans(spans: readonly FinishedSpan[]): boolean {
  sink?.(spans);
  return sink !== null;
}

export interface FinishedSpan {
  /** `service.name` of the measuring program. */
  service: string;
  name: string;
  /** Format: 32 hexadecimal digits. */
  traceId: string;
  /** Format: 16 hexadecimal digits. */
  spanId: string;
  parentSpanId: string | null;
  /** Unit: milliseconds since the epoch. */
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, string | number>>;
  failed: boolean;
}
