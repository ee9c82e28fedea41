import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { DomainError } from '@skyshelf/contracts';

/** With a policy that allows only its own style. */
export interface RefusalPage {
  html: string;
  contentSecurityPolicy: string;
}

/** By Fetch Metadata (W3C), else by its Accept header. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
}

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;font:16px/1.5 system-ui,sans-serif;text-align:center}main{padding:1rem;max-width:34rem}a{color:#0b7285}@media(prefers-color-scheme:dark){a{color:#1fbcd3}}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

export const refusalPage = ({ message, status }: Pick<DomainError, 'message' | 'status'>): RefusalPage => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Skyshelf</title><style>${style}</style></head><body><main><h1>${status < 500 ? "That didn't work" : 'Something is in the way'}</h1><p>${escaped(message)}</p><p><a href="/">Back to Skyshelf</a></p></main></body></html>`,
  contentSecurityPolicy: policy,
});
