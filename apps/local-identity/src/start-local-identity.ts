import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { chooseName } from './choose-name.js';
import { createProvider, reportOf, type ProviderOptions } from './create-provider.js';

export type LocalIdentityOptions = Omit<ProviderOptions, 'issuer'> &
  Reach & {
    /** 0 lets the system choose one. */
    port: number;
  };

export interface LocalIdentity {
  /** Format: `http://<host>:<port>`, as in the gateway's configuration. */
  issuer: string;
  close(): Promise<void>;
}

/**
 * OpenID Connect with code and PKCE, and a page to choose a name.
 * @throws {Error} when the product or this listener can be reached from elsewhere and `allowRemote` is not
 * set; when the port is taken
 */
export async function startLocalIdentity(options: LocalIdentityOptions): Promise<LocalIdentity> {
  refuseRemote(options);
  const server = createServer();
  await listen(server, options.port, options.host);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  let ready: Promise<RequestListener> | null = null;
  server.on('request', (request, response) => {
    if (!options.allowRemote && request.headers.host !== new URL(issuer).host) return refuseHost(response);
    ready ??= requestListener({ ...options, issuer });
    ready.then((serve) => serve(request, response)).catch((error: unknown) => fail(options, response, error));
  });
  return { issuer, close: () => close(server) };
}

async function requestListener(options: ProviderOptions): Promise<RequestListener> {
  const provider = await createProvider(options);
  const protocol = provider.callback();
  const { names, redirectUris } = options;
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/who/')) return void protocol(request, response);
    chooseName({ provider, names, redirectUris }, request, response).catch((error: unknown) =>
      fail(options, response, error),
    );
  };
}

/** Refuses foreign names that point here. */
function refuseHost(response: ServerResponse): void {
  response.writeHead(421, { 'content-type': 'text/plain' }).end('This address does not belong here.');
}

function fail(options: Pick<ProviderOptions, 'onError'>, response: ServerResponse, error: unknown): void {
  reportOf(options)(error);
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(500, { 'content-type': 'text/plain' })
      .end('The sign-in could not go on. Start it again.');
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

export const isLocalUrl = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

interface Reach {
  publicUrl: string;
  host: string;
  allowRemote?: boolean;
}

/**
 * Anyone may claim any name: elsewhere than on one's own machine, that would give each drive to everyone.
 * @throws {Error} unless all of it stays on this machine, or `allowRemote` is set
 */
export function refuseRemote({ publicUrl, host, allowRemote = false }: Reach): void {
  if (allowRemote) return;
  const why = 'The local sign-in lets everybody in under any name, so it only serves this machine';
  const instead =
    'Configure an identity provider instead, or allow it explicitly where everybody is trusted.';
  if (!isLocalUrl(publicUrl))
    throw new Error(`${why}, and ${publicUrl} is reachable from others. ${instead}`);
  if (!LOOPBACK.test(host)) throw new Error(`${why}, and ${host} is not a loopback address. ${instead}`);
}
