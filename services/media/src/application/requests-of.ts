import {
  derivativeOf,
  type DerivativeKind,
  type DriveId,
  type ElementId,
  type EventMessage,
} from '@skyshelf/contracts';
import type { JobRequest } from './job.js';
import type { DerivableElement, Kind } from './kind.js';

/** Each kind that wants an element and doesn't wait to be asked for. */
export const requestsOf = (
  kinds: Readonly<Record<DerivativeKind, Pick<Kind, 'kind' | 'wants' | 'delayMs'>>>,
  { drive, actor, trace }: Pick<EventMessage, 'actor' | 'trace'> & { drive: DriveId },
  elements: readonly (DerivableElement & { elementId: ElementId })[],
): JobRequest[] =>
  elements.flatMap((element) =>
    Object.values(kinds)
      .filter((each) => !derivativeOf(each.kind).onDemand && each.wants(element))
      .map(({ kind, delayMs = 0 }) => ({
        kind,
        drive,
        actor,
        trace,
        delayMs,
        elementId: element.elementId,
        source: element.source,
      })),
  );
