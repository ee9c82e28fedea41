import type { Command, Outcome } from './commands.js';
import { foresee } from './model.js';
import { textOf, type Entry, type Shelf } from './shelf.js';

/** How two commands come out when one of them goes first. */
export interface Order {
  first: 0 | 1;
  /** The shelf after both commands. */
  shelf: Shelf;
  /** Of the commands as they were given, whichever went first. */
  outcomes: [Outcome, Outcome];
  /** The elements by path after each of the two commands. */
  stood: [ReadonlyMap<string, Entry>, ReadonlyMap<string, Entry>];
}

export type Pair = readonly [Command, Command];

/** Both orders of two commands that are given at once. The shelf itself stays as it is. */
export const ordersOf = (shelf: Shelf, pair: Pair): [Order, Order] => [
  inOrder(shelf, pair, 0),
  inOrder(shelf, pair, 1),
];

function inOrder(before: Shelf, pair: Pair, first: 0 | 1): Order {
  const shelf = structuredClone(before);
  const give = (command: Command) => {
    const outcome = foresee(shelf, command);
    return { outcome, stood: new Map(shelf.paths) };
  };
  const one = give(pair[first]);
  const other = give(pair[first === 0 ? 1 : 0]);
  const [a, b] = first === 0 ? [one, other] : [other, one];
  return { first, shelf, outcomes: [a.outcome, b.outcome], stood: [a.stood, b.stood] };
}

export const outcomeText = ({ code, warnings, count }: Outcome): string =>
  JSON.stringify({ code, warnings, count });
export const outcomesText = (outcomes: readonly Outcome[]): string => outcomes.map(outcomeText).join(' and ');

/** Either may go first. */
export const areAlike = ([one, other]: readonly [Order, Order]): boolean =>
  outcomesText(one.outcomes) === outcomesText(other.outcomes) &&
  textOf(one.shelf).join('\n') === textOf(other.shelf).join('\n');
