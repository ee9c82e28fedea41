import { describe } from 'vitest';
import type { BusHarness } from './contract/bench.js';
import { deliveryContract } from './contract/delivery.js';
import { failureContract } from './contract/failures.js';
import { restartContract } from './contract/restarts.js';

export type { BusHarness } from './contract/bench.js';

/**
 * Tests the promises of every adapter of the bus. `makeHarness` makes a fresh wire for each test; tests wait for
 * outcomes, never for `publish`, since over a broker it returns before the consumers have seen the events.
 */
export function eventBusContract(name: string, makeHarness: () => Promise<BusHarness>): void {
  describe(`${name} keeps the promises of the event bus`, () => {
    deliveryContract(makeHarness);
    failureContract(makeHarness);
    restartContract(makeHarness);
  });
}
