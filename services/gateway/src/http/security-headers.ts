import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Headers as pairs: made once at the start, set on each answer without a copy. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const base: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-resource-policy', 'same-origin'],
];

/** A year, as https://hstspreload.org asks for; only where the public address is https. */
const transport = (publicUrl: string): HeaderList =>
  publicUrl.startsWith('https:')
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains']]
    : [];

/**
 * For JSON, event streams and redirects: nothing in them is ever a page, and nothing is kept on the way. Services say otherwise where they
 * know better.
 */
export const answerHeaders = (publicUrl: string): HeaderList => [
  ...base,
  ...transport(publicUrl),
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** Whom the page has to do with besides the server that it comes from. */
export interface PageNeighbours {
  /** The object store's origin, where parts of large files go directly; null where all bytes come here. */
  partsOrigin: string | null;
  /** Where frames may come from: providers of videos. */
  frames: readonly string[];
  /** Where the form that subscribes goes; null where plans can not be bought. */
  paymentOrigin: string | null;
}

/**
 * For the page. Styles may stand in the document, because Mantine puts its variables there; scripts may not, except those whose hash is given.
 * @param scriptHashes `sha256-…` of the inline scripts of index.html
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
    // Windows in which one signs in elsewhere are the page's own to watch and close.
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()'],
  ];
}

/** Adds them where the answer says nothing of its own. */
export function addHeaders(reply: FastifyReply, headers: HeaderList): void {
  for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
}

export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
