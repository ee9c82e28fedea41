import { productMode, type ProductMode } from '@skyshelf/testing';

/**
 * Declares what makes sense in one way to run the product only, with its reason: `describe.runIf(onlyIn('standalone', 'why'))`. Everything else runs
 * in both. The list at the end of a run reads these lines.
 */
export const onlyIn = (mode: ProductMode, _reason: string): boolean => productMode() === mode;
