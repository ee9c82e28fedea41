import type { Outcome } from '../model/commands.js';
import { areAlike, ordersOf, outcomesText, type Order, type Pair } from '../model/orders.js';
import { maxAtOnce, textOf, type Shelf } from '../model/shelf.js';
import { textStanding } from './compare.js';
import type { Door } from './doors.js';
import type { Asked, Hands } from './hands.js';

/** Two commands at once came out as if the one, or the other, had been given first; or as they would either way. */
export type Winner = 'a' | 'b' | '-';

/**
 * Two clients ask at the same time. What comes out must be what comes out of one of the two orders, and the
 * plain shelf follows that one.
 * @returns null when one of them is so large that it goes on after its answer: nothing is sent then
 */
export async function giveAtOnce(
  { door, shelf, hands }: { door: Door; shelf: Shelf; hands: Hands },
  pair: Pair,
  sentFirst: 0 | 1,
): Promise<{ outcomes: [Outcome, Outcome]; winner: Winner } | null> {
  const orders = ordersOf(shelf, pair);
  if (orders.some((order) => goesOn(order, pair))) return null;
  const [a, b] = await askBoth(hands, pair, sentFirst);
  const order = await theOneTaken(door, orders, [a, b]);
  Object.assign(shelf, order.shelf);
  await a.learn(order.stood[0]);
  await b.learn(order.stood[1]);
  return { outcomes: [a.outcome, b.outcome], winner: areAlike(orders) ? '-' : order.first === 0 ? 'a' : 'b' };
}

async function askBoth(hands: Hands, pair: Pair, first: 0 | 1): Promise<[Asked, Asked]> {
  if (first === 0) return Promise.all([hands.ask(0, pair[0]), hands.ask(1, pair[1])]);
  const [b, a] = await Promise.all([hands.ask(1, pair[1]), hands.ask(0, pair[0])]);
  return [a, b];
}

function goesOn({ shelf, outcomes }: Order, pair: Pair): boolean {
  const isLargeTag = ({ do: what }: Pair[0], index: number) =>
    (what === 'rename-tag' || what === 'remove-tag') && outcomes[index]?.count === maxAtOnce;
  return shelf.long !== null || pair.some(isLargeTag);
}

/** Decides by the answers, or by the elements when the answers leave it open. */
async function theOneTaken(
  door: Door,
  orders: readonly [Order, Order],
  asked: readonly [Asked, Asked],
): Promise<Order> {
  const found = outcomesText(asked.map(({ outcome }) => outcome));
  const stands = (order: Order, index: 0 | 1) =>
    asked[index].made.every((path) => order.stood[index].has(path));
  const fitting = orders.filter(
    (order) => outcomesText(order.outcomes) === found && stands(order, 0) && stands(order, 1),
  );
  const [one, other] = fitting;
  if (!one)
    throw new Error(
      `expected ${orders.map((order) => outcomesText(order.outcomes)).join('\nor ')}\nfound ${found} ${asked.flatMap(({ made }) => made).join(' ')}`,
    );
  if (!other || areAlike(orders)) return one;
  const standing = (await textStanding(door)).join('\n');
  const taken = fitting.find(({ shelf }) => textOf(shelf).join('\n') === standing);
  if (!taken) throw new Error(`what stands fits neither order\n${standing}`);
  return taken;
}
