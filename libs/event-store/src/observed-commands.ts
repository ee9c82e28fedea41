import { type OpId, DomainError, type DriveId } from '@skyshelf/contracts';
import { context, trace, type Context } from '@opentelemetry/api';
import { contextOf, declareSpan, isTracing, traceparentOf } from '@skyshelf/telemetry';
import type { Command, CommandOrigin, DomainEvent, Row } from './port.js';
import type { StoreMetrics } from './store-metrics.js';

export interface CommandEntry<E extends DomainEvent, R extends Row> {
  opId: OpId;
  command: Command<E, R, unknown, unknown, never, object>;
  hash: string;
  origin: CommandOrigin;
}

/** `repeated`: its first answer. */
export type Outcome =
  | { kind: 'done' | 'no-op' | 'repeated'; answer: unknown }
  | { kind: 'refused'; error: unknown };

const commandSpan = declareSpan({
  name: 'command {command}',
  kind: 'internal',
  scope: '@skyshelf/event-store',
  help: "A command on a drive, with its wait in the drive's queue. A refusal is an answer and no error.",
  parent: 'the request, the handler or the process that gives the command',
  always: true,
  attributes: {
    'skyshelf.drive': 'the drive',
    'skyshelf.command': 'name of the command',
    'skyshelf.outcome': '`done`, `no-op`, `repeated`, the code of the refusal, or `failed`',
  },
});

/** The code of a refusal; `failed` for a defect. */
function labelOf(outcome: Outcome): string {
  if (outcome.kind !== 'refused') return outcome.kind;
  return outcome.error instanceof DomainError ? outcome.error.code : 'failed';
}

function parentOf({ trace: traceparent }: CommandOrigin): Context {
  const active = context.active();
  return trace.getSpanContext(active) ? active : contextOf(traceparent, active);
}

interface CommandScope {
  context: Context;
  origin: CommandOrigin;
}

export async function observed(
  metrics: StoreMetrics,
  drive: DriveId,
  { name, origin }: { name: string; origin: CommandOrigin },
  run: (scope: CommandScope) => Promise<Outcome>,
): Promise<Outcome> {
  const parent = parentOf(origin);
  const span = commandSpan.start({ name: `command ${name}`, parent });
  const scope = {
    context: span?.context ?? parent,
    origin: span && isTracing() ? { ...origin, trace: traceparentOf(span.context) } : origin,
  };
  const outcome = await context
    .with(scope.context, () => run(scope))
    .catch((error: unknown): Outcome => ({ kind: 'refused', error }));
  const label = labelOf(outcome);
  metrics.commands?.add({ command: name, outcome: label });
  span?.set({ 'skyshelf.drive': drive, 'skyshelf.command': name, 'skyshelf.outcome': label });
  span?.end(outcome.kind === 'refused' && label === 'failed' ? outcome.error : undefined);
  return outcome;
}
