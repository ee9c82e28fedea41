/** It is the version of the whole product; `npm run release` raises it. */
export const PRODUCT_VERSION: string = '0.2.0';
