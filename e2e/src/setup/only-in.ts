import { productMode, type ProductMode } from '@skyshelf/testing';

/**
 * Declares what makes sense in one way to run the product only, with its reason:
 * `describe.runIf(onlyIn('standalone', 'why'))`. Everything else runs in both. The list at the end of a run
 * reads these lines.
 */
export const onlyIn = (mode: ProductMode, _reason: string): boolean => productMode() === mode;

/**
 * Declares what one way to run the product shows for both, with its reason, so that it need not be repeated
 * in the other. `npm run campaign -- e2e --mode <mode>` runs it there too.
 */
export const enoughIn = (mode: ProductMode, _reason: string): boolean =>
  productMode() === mode || process.env.E2E_FULL === '1';
