import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Made once, set on each answer without a copy. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const base: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-resource-policy', 'same-origin'],
];

/** A year, as https://hstspreload.org asks for; https only. */
const transport = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:')
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains']]
    : [];

/** The headers of all answers but pages, which are never cached. Services may override them. */
export const answerHeaders = (publicUrl: string): HeaderList => [
  ...base,
  ...transport(publicUrl),
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

export interface PageNeighbours {
  /** Takes parts of large files; null where all bytes come here. */
  partsOrigin: string | null;
  frames: readonly string[];
  /** The subscription form's target; null where plans cannot be bought. */
  paymentOrigin: string | null;
}

/**
 * Mantine needs inline styles.
 * @param scriptHashes `sha256-…` of index.html's inline scripts
 */
export function pageHeaders(
  publicUrl: string,
  scriptHashes: readonly string[],
  { partsOrigin, frames, paymentOrigin }: PageNeighbours,
): HeaderList {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${partsOrigin === null ? '' : ` ${partsOrigin}`}`,
    "worker-src 'self' blob:",
    ["frame-src 'self'", ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${paymentOrigin === null ? '' : ` ${paymentOrigin}`}`,
    "frame-ancestors 'none'",
  ].join('; ');
  return [
    ...base,
    ...transport(publicUrl),
    ['content-security-policy', policy],
    // The page watches and closes its sign-in windows.
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()'],
  ];
}

/** Adds headers that the answer does not have. */
export function addHeaders(reply: FastifyReply, headers: HeaderList): void {
  for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
}

export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
