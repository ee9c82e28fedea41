import { removeLeftovers } from './leftovers.js';
import { noteOutsideWorld } from './note-outside-world.js';
import { runStack } from './run-stack.js';
import { shareProduct } from './share-product.js';

/** What a run of the end-to-end tests has for all its files. Vitest calls this once, and what it returns at the end. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  // Products, browsers and servers share the machine here: what stands back for all of them is waited for in vain.
  process.env.MEDIA_STAND_BACK ??= 'false';
  removeLeftovers();
  const lookOutside = noteOutsideWorld();
  const closeStack = await runStack();
  const closeProduct = await shareProduct();
  return async () => {
    try {
      await closeProduct();
    } finally {
      await closeStack();
    }
    lookOutside();
  };
}
