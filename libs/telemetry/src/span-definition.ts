import type { SpanKind } from '@opentelemetry/api';

/** For docs/telemetry.md. */
export interface SpanDefinition<A extends string> {
  /** What varies stands in braces and has few values. */
  name: string;
  kind: Lowercase<keyof typeof SpanKind>;
  /** The library or service that makes it. */
  scope: `@skyshelf/${string}`;
  /** One sentence. */
  help: string;
  parent: string;
  /** Nothing personal: no names, file names, addresses of pages. */
  attributes: Readonly<Record<A, string>>;
  /** Even without export, so that log lines have its ids. Others cost nothing then. */
  always?: boolean;
  /** Only inside another span: background loops are not worth a trace. */
  within?: boolean;
}
