import type { ServerOptions } from 'node:http';

/** Fields of a request's head; browsers send about 20, proxies add a few. */
export const MAX_HEADERS = 100;

/** How large the head of a request may be and how long it may take, for every server that listens. For bodies see body-time.ts. */
export const headerLimits = {
  /** Line and headers: an address of 4,096 characters, a token, a cookie, and what proxies add. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** Node's own half a minute comes on top of any time limit. */
  connectionsCheckingInterval: 2_000,
} as const satisfies ServerOptions;
