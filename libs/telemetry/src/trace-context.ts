import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
} from '@opentelemetry/api';

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/**
 * Adds the trace to `base`; gives `base` itself when the text is absent or not valid.
 * @param traceparent `00-<32 hex>-<16 hex>-<2 hex>`
 */
export function contextOf(traceparent: string | null | undefined, base: Context = context.active()): Context {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return base;
  const spanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(base, spanContext) : base;
}

/** Ignores the active context, for loops that process other requests' work. */
export const detachedContextOf = (traceparent: string | null | undefined): Context =>
  contextOf(traceparent, ROOT_CONTEXT);

/** Default: the active context; null outside any trace. Stored with events and sent to peers. */
export function traceparentOf(of: Context = context.active()): string | null {
  const span = trace.getSpanContext(of);
  if (!span || !isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
}

/** Example: the handler of an event. */
export const withTraceparent = <T>(traceparent: string | null | undefined, work: () => T): T =>
  context.with(contextOf(traceparent), work);

export const inContext = <T>(active: Context, work: () => T): T => context.with(active, work);

/** It is passed to work that runs later or elsewhere. */
export const activeContext = (): Context => context.active();
