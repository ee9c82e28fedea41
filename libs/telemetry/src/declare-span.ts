import {
  context as contexts,
  INVALID_SPAN_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type AttributeValue,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { registerSpan, type SpanDefinition } from './catalogue.js';
import { isTracing } from './tracing-state.js';

export type { SpanDefinition };

export interface SpanStart<A extends string> {
  name?: string;
  attributes?: Partial<Record<A, AttributeValue>> | undefined;
  /** Default: the active context. */
  parent?: Context | undefined;
  links?: readonly Context[];
}

export interface DeclaredSpan<A extends string> {
  /** End it yourself; null where none is made. */
  start(options?: SpanStart<A>): StartedSpan<A> | null;
  /** Ends with `work`; its error is noted by code or class and rethrown. */
  run<T>(options: SpanStart<A>, work: (span: SetAttributes<A>) => Promise<T>): Promise<T>;
}

export interface SetAttributes<A extends string> {
  set(attributes: Partial<Record<A, AttributeValue>>): void;
}

export interface StartedSpan<A extends string> extends SetAttributes<A> {
  context: Context;
  /** An error, or the word for its type. */
  end(error?: unknown): void;
}

const nowhere: SetAttributes<string> = { set: () => undefined };

/** Gives the error's class, never its text, which may contain users' data. */
function errorType(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
    ? String(error.code)
    : error.name;
}

const linkTo = (context: Context): Link[] => {
  const spanContext = trace.getSpanContext(context);
  return spanContext ? [{ context: spanContext }] : [];
};

function started<A extends string>(span: Span, parent: Context): StartedSpan<A> {
  return {
    context: trace.setSpan(parent, span),
    set: (attributes) => void span.setAttributes(attributes),
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

const isRecorded = (context: Context): boolean =>
  ((trace.getSpanContext(context) ?? INVALID_SPAN_CONTEXT).traceFlags & 1) === 1;

/**
 * Call it once for each name, at the top of a module.
 * @throws Error when the name is declared already
 */
export function declareSpan<A extends string>(definition: SpanDefinition<A>): DeclaredSpan<A> {
  registerSpan(definition);
  const { scope, always = false, within = false } = definition;
  const kind = SpanKind[definition.kind.toUpperCase() as keyof typeof SpanKind];

  function start({ name, attributes, parent, links = [] }: SpanStart<A> = {}): StartedSpan<A> | null {
    if (!always && !isTracing()) return null;
    const base = parent ?? contexts.active();
    if (within && !isRecorded(base)) return null;
    const options = { kind, attributes: attributes as Attributes, links: links.flatMap(linkTo) };
    return started(trace.getTracer(scope).startSpan(name ?? definition.name, options, base), base);
  }

  return {
    start,
    async run(options, work) {
      const span = start(options);
      if (!span) return options.parent ? contexts.with(options.parent, () => work(nowhere)) : work(nowhere);
      try {
        const result = await contexts.with(span.context, () => work(span));
        span.end();
        return result;
      } catch (error) {
        span.end(error);
        throw error;
      }
    },
  };
}

/** Measured by another program, see `exportSpans`; listed in docs/telemetry.md. */
export const declareForeignSpan = <A extends string>(definition: SpanDefinition<A>): void =>
  registerSpan(definition);
