import type { SpanKind } from '@opentelemetry/api';

/** A kind of span, as docs/telemetry.md describes it. */
export interface SpanDefinition<A extends string> {
  /** As it is shown; what varies stands in braces and has few values. */
  name: string;
  kind: Lowercase<keyof typeof SpanKind>;
  /** The library or service that makes it. */
  scope: `@skyshelf/${string}`;
  /** What it measures, in one sentence. */
  help: string;
  /** What it hangs on. */
  parent: string;
  /** What it says; nothing of a person: no names, file names, addresses of pages. */
  attributes: Readonly<Record<A, string>>;
  /** Made also when nothing is exported, so that log lines have its ids. Others cost nothing then. */
  always?: boolean;
  /** Only made inside another span: what background loops do by themselves is not worth a trace. */
  within?: boolean;
}
