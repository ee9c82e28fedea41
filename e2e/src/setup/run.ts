import { removeLeftovers } from './leftovers.js';
import { runStack } from './run-stack.js';
import { shareProduct } from './share-product.js';

/** What a run of the end-to-end tests has for all its files. Vitest calls this once, and what it returns at the end. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  removeLeftovers();
  const closeStack = await runStack();
  const closeProduct = await shareProduct();
  return async () => {
    await closeProduct();
    await closeStack();
  };
}
