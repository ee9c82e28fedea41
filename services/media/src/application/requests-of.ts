import type { DerivativeKind, DriveId, ElementId, EventMessage } from '@skyshelf/contracts';
import type { JobRequest } from '../domain/job.js';
import type { DerivableElement, Kind } from './kind.js';

/** What is to be made of a drive's new elements: of each element every kind that wants it. */
export const requestsOf = (
  kinds: Readonly<Record<DerivativeKind, Pick<Kind, 'kind' | 'wants'>>>,
  { drive, actor, trace }: Pick<EventMessage, 'actor' | 'trace'> & { drive: DriveId },
  elements: readonly (DerivableElement & { elementId: ElementId })[],
): JobRequest[] =>
  elements.flatMap((element) =>
    Object.values(kinds)
      .filter((each) => each.wants(element))
      .map(({ kind }) => ({
        ...{ kind, drive, actor, trace },
        elementId: element.elementId,
        source: element.source,
      })),
  );
