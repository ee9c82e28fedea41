import type { ServerOptions } from 'node:http';

/** Browsers send about 20, proxies add a few. */
export const MAX_HEADERS = 100;

/** For every listening server. For bodies see body-time.ts. */
export const headerLimits = {
  /** An address of 4,096 characters, a token, a cookie, and proxies' additions. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** Node's default of half a minute would add to any time limit. */
  connectionsCheckingInterval: 2_000,
} as const satisfies ServerOptions;
