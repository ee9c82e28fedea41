import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { startSmallDnsServer } from '../small-dns-server.js';
import { nameServer, privateAddresses, publicAddresses } from './addresses.js';
import { networkFolder } from './network-of-its-own.js';

/** A name's addresses: the first list is answered to the first question, the last one ever after. */
type Answers = readonly (readonly string[])[];

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Ports at which something private could listen: web servers, databases, the keys of clouds. */
const PLAIN_PORTS = [80, 8080, 8443, 22, 27017] as const;
const UDP_PORTS = [3478, 5353, 19302] as const;

/** All that is on the network of a test; see `runInOwnNetwork`. */
export interface HostileNetwork {
  dns: { questions(name: string): number };
  /** The connections that reached a forbidden address: `tcp 10.0.0.1:80`. */
  reached: string[];
  asked: string[];
  /** A name below `site.example`, at the public servers unless said otherwise. */
  site(name: string, serve: Serve, answers?: Answers): void;
  close(): Promise<void>;
}

export const redirectTo = (location: string, status = 302): Serve => {
  const written = location.replace(/[^\x21-\x7e]/g, encodeURIComponent);
  return (_, response) => void response.writeHead(status, { location: written }).end();
};

export const answerWith =
  (body: string | Buffer, type = 'text/plain'): Serve =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);

interface Target {
  emit(name: 'connection', socket: Socket): unknown;
}

export async function startHostileNetwork(): Promise<HostileNetwork> {
  const dns = await startSmallDnsServer({}, { port: 53, address: nameServer });
  const sites = new Map<string, Serve>();
  const reached: string[] = [];
  const asked: string[] = [];
  const open = new Set<Socket>();
  const [plain, secure] = webServers(serving(sites, asked));
  const listen = (port: number, target: Target | null) =>
    listening(port, (socket) => {
      open.add(socket.once('close', () => open.delete(socket)));
      const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
      if (isPublic(address) && target) return void target.emit('connection', socket);
      reached.push(`tcp ${address}:${port}`);
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret');
    });
  const servers = await Promise.all([
    listen(443, secure),
    ...PLAIN_PORTS.map((port) => listen(port, port === 80 ? plain : null)),
  ]);
  const sockets = await Promise.all(
    privateAddresses.flatMap((address) => UDP_PORTS.map((port) => hearing(address, port, reached))),
  );
  return {
    dns: { questions: (name) => dns.asked.filter((each) => each.endsWith(` ${name}`)).length },
    reached,
    asked,
    site: (name, how, answers = [[publicAddresses[0]]]) => {
      sites.set(name, how);
      dns.names.set(name, inTurn(answers));
    },
    close: async () => {
      dns.close();
      for (const each of sockets) each.close();
      for (const each of open) each.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

function inTurn(answers: Answers) {
  const asked = { A: 0, AAAA: 0 };
  return (type: keyof typeof asked) => answers[Math.min(asked[type]++, answers.length - 1)] ?? [];
}

const serving =
  (sites: ReadonlyMap<string, Serve>, asked: string[]): Serve =>
  (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    asked.push(`${host}${request.url}`);
    (sites.get(host) ?? answerWith('A page.', 'text/html'))(request, response);
  };

const isPublic = (address: string): boolean => publicAddresses.some((each) => each === address);

function webServers(serve: Serve): [Target, Target] {
  const folder = networkFolder();
  const key = readFileSync(join(folder, 'key.pem'));
  const cert = readFileSync(join(folder, 'cert.pem'));
  return [createHttpServer(serve), createHttpsServer({ key, cert }, serve)];
}

async function listening(port: number, onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection).listen(port, '::');
  await once(server, 'listening');
  return server;
}

async function hearing(address: string, port: number, reached: string[]): Promise<UdpSocket> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.on('message', () => reached.push(`udp ${address}:${port}`));
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket;
}
