import { randomBytes } from 'node:crypto';
import {
  context as contexts,
  isSpanContextValid,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';

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

/** For processes that export no traces. */
export const lightTracerProvider = (): TracerProvider => {
  const tracer = new LightTracer();
  return { getTracer: () => tracer };
};
