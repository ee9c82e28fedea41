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
 * The context of a W3C `traceparent`, on top of `base`; `base` itself when the text is absent or not valid.
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

/** The context of a `traceparent` and nothing else, for loops that carry other people's work: whatever is active belongs to other work. */
export const detachedContextOf = (traceparent: string | null | undefined): Context =>
  contextOf(traceparent, ROOT_CONTEXT);

/** The `traceparent` of a context (default: the active one), or null outside any trace. Kept with events and sent to peers. */
export function traceparentOf(of: Context = context.active()): string | null {
  const span = trace.getSpanContext(of);
  if (!span || !isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
}

/** Runs `work` as part of the trace that `traceparent` names, e.g. the handler of an event. */
export const withTraceparent = <T>(traceparent: string | null | undefined, work: () => T): T =>
  context.with(contextOf(traceparent), work);

/** Runs `work` where `active` is the active context. */
export const inContext = <T>(active: Context, work: () => T): T => context.with(active, work);

/** The context that is active, for work that is carried out later or elsewhere. */
export const activeContext = (): Context => context.active();
