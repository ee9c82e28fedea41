import type { FinishedSpan } from './finished-span.js';

/** Takes spans that another program measured, to be exported with ours. */
export type SpanSink = (spans: readonly FinishedSpan[]) => void;

let sink: SpanSink | null = null;

/** Called by `startTracing`: spans are exported from now on; null when no more. */
export const setSpanSink = (to: SpanSink | null): void => {
  sink = to;
};

/** Whether spans of this process are exported somewhere. */
export const isTracing = (): boolean => sink !== null;

/**
 * Exports spans that another program measured and told us of, e.g. the page.
 * @returns false when nothing is exported here
 */
export function exportSpans(spans: readonly FinishedSpan[]): boolean {
  sink?.(spans);
  return sink !== null;
}
