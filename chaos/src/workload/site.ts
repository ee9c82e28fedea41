import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const NAME = 'files.example';
/** Leads that name to this machine, in each process of the product. */
const ROUTES = resolve(import.meta.dirname, '../../../e2e/src/sources/route-names.mjs');

const files = new Map<string, Uint8Array>();

/** Puts a file on a site of the public network. @returns its address */
export function publish(name: string, bytes: Uint8Array): string {
  const path = `/${encodeURIComponent(name)}`;
  files.set(path, bytes);
  return `http://${NAME}${path}`;
}

export const withdraw = (address: string): boolean => files.delete(new URL(address).pathname);

let opened: Promise<Record<string, string>> | undefined;

/** Opens the site, which ends with this process. @returns the settings under which the product finds it */
export const siteSettings = (): Promise<Record<string, string>> => (opened ??= open());

async function open(): Promise<Record<string, string>> {
  const server = createServer(({ url = '' }, response) => {
    const bytes = files.get(url);
    if (!bytes) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { STAND_IN_NAMES: JSON.stringify({ [NAME]: port }), NODE_OPTIONS: `--import=${ROUTES}` };
}
