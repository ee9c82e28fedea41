import type { ParkedEntry } from '@skyshelf/contracts';

export function describeParked({
  consumer,
  drive,
  event,
  tries,
  since,
  error,
  version,
}: ParkedEntry): string {
  const scope = version === null ? 'this event alone' : 'and all that follow it';
  return [
    `${consumer} ${drive}: ${event.type} (${event.id}), ${scope}`,
    `    since ${since.toISOString()}, ${tries} tries, ${error.name}: ${error.message}`,
  ].join('\n');
}
