import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';
import { services, type EventDocument } from '../shelf-database.js';

/** Events at the edges of the calm may have been sent before or after it. */
const EDGE_MS = 1_500;
/**
 * Other replicas leave an event to the one that has committed it for so long, milliseconds since the event.
 * On a machine that is busy with other things that one may not be done with it by then: what the others send
 * later is meant to be. A replica that has itself committed something in a drive publishes whatever lies
 * there, in the drive's order: what another one has just committed goes twice, and that is meant to be, too.
 * So only an event is judged that is the only one of its drive and service for so long.
 */
const LEFT_TO_ITS_OWNER_MS = 2_000;
/**
 * The percentage that may go over the wire again without a fault: a machine may stand still between a commit and its
 * note of the time.
 */
const REPEATED_PERCENT = 5;

/**
 * Checks that published events lie on their topic; and while nothing is disturbed an event goes over the wire once,
 * because replicas of a relay share the work instead of doing it all twice.
 */
export async function checkWire({ history, database, report, wire }: Inspection): Promise<void> {
  if (!wire) return;
  const published = report.rule('published is on the wire');
  const once = report.rule('an event goes over the wire once');
  const calms = recordsOf(history, 'calm').map(({ from, to }) => ({
    from: Date.parse(from) + EDGE_MS,
    to: Date.parse(to) - EDGE_MS,
  }));
  const isCalm = (at: number): boolean => calms.some(({ from, to }) => at >= from && at <= to);
  let alone = 0;
  let again = 0;
  for (const service of services) {
    const events = await database.all<EventDocument>(service, 'events', { pub: true });
    for (const { _id, type } of events)
      published.expect(wire.has(_id), () => `${_id} (${type}) counts as published and is not on the topic`);
    const calmly = eventsAlone(events).filter(({ at }) => isCalm(at.getTime()));
    const repeated = calmly.filter(
      ({ _id, at }) =>
        (wire.get(_id) ?? []).filter((sent) => sent < at.getTime() + LEFT_TO_ITS_OWNER_MS).length > 1,
    );
    alone += calmly.length;
    again += repeated.length;
  }
  // Of fewer than twenty events a single one is more than the percentage allows, so it shows nothing.
  once.expect(
    again <= Math.max(1, (alone * REPEATED_PERCENT) / 100),
    () => `of ${alone} events that were alone in their drives ${again} were sent more than once`,
  );
}

/** Lists events that no other event of their drive is near to. */
function eventsAlone(events: readonly EventDocument[]): EventDocument[] {
  return [...Map.groupBy(events, ({ drive }) => drive).values()].flatMap((its) => {
    const inOrder = its.toSorted((left, right) => left.at.getTime() - right.at.getTime());
    return inOrder.filter(({ at }, index) =>
      [inOrder[index - 1], inOrder[index + 1]].every(
        (other) => !other || Math.abs(other.at.getTime() - at.getTime()) >= LEFT_TO_ITS_OWNER_MS,
      ),
    );
  });
}
