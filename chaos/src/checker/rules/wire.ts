import type { Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

/** While nothing is disturbed, an event goes over the wire once: several relays share the work instead of doing it all twice. */
export function checkWire({ history, report }: Inspection): void {
  const wires = recordsOf(history, 'wire');
  if (wires.length === 0) return;
  const rule = report.rule('an event goes over the wire once');
  for (const { topic, records, events } of wires)
    rule.expect(records <= events * 1.05 + 5, () => `${topic} got ${records} records for ${events} events`);
}
