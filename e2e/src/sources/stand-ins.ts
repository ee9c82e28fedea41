import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export const holiday = Buffer.alloc(300_000, 'a holiday by the sea; ');
const TOKEN = 'token-of-dropbox';

/** Settings of a product that finds names on ports of this machine, see route-names.mjs. */
export const routedTo = (ports: Record<string, number>) => ({
  STAND_IN_NAMES: JSON.stringify(ports),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'route-names.mjs')}`,
});

export interface StandIns {
  ports: Record<string, number>;
  certificate: string;
  /** `METHOD path` of what Dropbox was asked for. */
  asked: string[];
  stop(): void;
}

/** A server with files, and a Dropbox with its sign-in, in place of those of the public network. */
export async function startStandIns(): Promise<StandIns> {
  const { key, cert, file } = makeCertificate('dropbox.com', 'dropboxapi.com');
  const asked: string[] = [];
  const dropbox = createTlsServer({ key, cert }, (request, response) => {
    asked.push(`${request.method} ${new URL(request.url ?? '', 'https://d').pathname}`);
    void answerAsDropbox(request, response);
  });
  const files = createServer(serveFiles);
  const [secure, plain] = await Promise.all([portOf(dropbox), portOf(files)]);
  const names = ['www.dropbox.com', 'api.dropbox.com', 'api.dropboxapi.com', 'content.dropboxapi.com'];
  return {
    ports: { ...Object.fromEntries(names.map((name) => [name, secure])), 'files.example': plain },
    certificate: file,
    asked,
    stop: () => {
      for (const server of [dropbox, files]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function serveFiles({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const send = (type: string, body: Buffer | string, head = {}) =>
    void response.writeHead(200, { 'content-type': type, ...head }).end(body);
  if (url === '/holiday.bin') send('application/octet-stream', holiday, { 'content-length': holiday.length });
  else if (url === '/unknown-length.bin') send('application/octet-stream', holiday);
  else if (url === '/photo.jpg') send('image/jpeg', '<!doctype html><title>Please sign in</title>');
  else if (url === '/page') send('text/html', '<html></html>');
  else if (url === '/huge.mp4')
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 600_000_000 }).flushHeaders();
  else if (url === '/endless.bin') void endless(response);
  else if (url === '/broken.bin') {
    response.writeHead(200, { 'content-length': holiday.length });
    response.write(holiday.subarray(0, 1000), () => response.destroy());
  } else if (url === '/inwards') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
  else response.writeHead(404).end();
}

/** A mebibyte after the other, and more than a Free plan has room for. */
async function endless(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  await pipeline(Readable.from(zeros()), response).catch(() => undefined);
}

function* zeros(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(1024 * 1024);
}

async function answerAsDropbox(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://dropbox');
  await text(request);
  const json = (body: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (pathname === '/oauth2/authorize') {
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', searchParams.get('state') ?? '');
    back.searchParams.set('code', 'code-of-dropbox');
    const page = `<!doctype html><title>Dropbox</title><a href="${back.href.replaceAll('&', '&amp;')}">Allow</a>`;
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }
  if (pathname === '/oauth2/token')
    return json({ access_token: TOKEN, refresh_token: 'r', token_type: 'bearer' });
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return json({ error_summary: 'expired' }, 401);
  if (pathname === '/2/users/get_current_account') return json({ email: 'alice@example.com' });
  if (pathname === '/2/files/list_folder') return json({ entries, has_more: false });
  if (pathname === '/2/files/download')
    return void response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': holiday.length })
      .end(holiday);
  return json({ error_summary: 'not here' }, 409);
}

const entries = [
  {
    '.tag': 'file',
    name: 'Holiday.bin',
    id: 'id:holiday',
    path_lower: '/holiday.bin',
    size: holiday.length,
    server_modified: '2026-01-01T00:00:00Z',
  },
];

/** A certificate for all names below some domains, signed by itself. */
export function makeCertificate(...domains: string[]): { key: Buffer; cert: Buffer; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-stand-in-'));
  const keyFile = join(folder, 'key.pem');
  const file = join(folder, 'cert.pem');
  const names = `subjectAltName=${domains.map((each) => `DNS:*.${each}`).join(',')}`;
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=stand-in';
  const words = `${request} -keyout ${keyFile} -out ${file} -addext ${names}`;
  const made = spawnSync('openssl', words.split(' '));
  if (made.status !== 0) throw new Error(`No certificate could be made: ${String(made.stderr)}`);
  return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}
