import { appendFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright';

/** Names the file that takes what pages did that they must not do; it is read at the end of a run. */
export const OUTSIDE_NOTES = 'SKYSHELF_E2E_OUTSIDE';

/** The actions that a test does on purpose. */
export interface Meant {
  /** Hosts that its pages ask. */
  visits?: readonly string[];
  /** It tries what the content security policy forbids. */
  violates?: boolean;
}

const isOwn = (hostname: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname) || hostname.endsWith('.localhost');

/**
 * Notes every host that a browser's pages ask besides this machine, and each violation of the content
 * security policy.
 */
export function watchOutsideWorld(context: BrowserContext, { visits = [], violates = false }: Meant): void {
  const asked = (address: string, by: string): void => {
    if (!/^(?:https?|wss?):/u.test(address)) return;
    const { hostname } = new URL(address);
    if (!isOwn(hostname) && !visits.includes(hostname)) note(`${by} asks ${address}`);
  };
  context.on('request', (request) => asked(request.url(), `a page (${request.resourceType()})`));
  context.on('page', (page) => page.on('websocket', (socket) => asked(socket.url(), page.url())));
  context.on('console', (message) => {
    if (!violates && message.text().includes('Content Security Policy'))
      note(`${message.page()?.url() ?? 'a page'}: ${message.text()}`);
  });
}

function note(line: string): void {
  const notes = process.env[OUTSIDE_NOTES];
  if (notes) appendFileSync(notes, `${line.replaceAll('\n', ' ')}\n`);
}
