import { SpanStatusCode, trace } from '@opentelemetry/api';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Outcome } from './commands/command-entry.js';
import type { StoreMetrics } from './store-metrics.js';

const tracer = trace.getTracer('@skyshelf/event-store');

/** done, no-op, repeated; the code of a refusal; `failed` for what should not be. */
function labelOf(outcome: Outcome): string {
  if (outcome.kind !== 'refused') return outcome.kind;
  return outcome.error instanceof DomainError ? outcome.error.code : 'failed';
}

/** Runs a command as a span of the active trace and counts how it came out. Refusals are no errors of the span: they are answers. */
export function observed(
  metrics: StoreMetrics,
  drive: DriveId,
  command: string,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  return tracer.startActiveSpan(`command ${command}`, async (span) => {
    const outcome = await run().catch((error: unknown): Outcome => ({ kind: 'refused', error }));
    const label = labelOf(outcome);
    metrics.commands?.add({ command, outcome: label });
    span.setAttributes({ 'skyshelf.drive': drive, 'skyshelf.command': command, 'skyshelf.outcome': label });
    if (label === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return outcome;
  });
}
