import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * The fault of one call: the connection is lost before the store saw it (`lost`) or after it did the work
 * (`answer-lost`), a proxy says that it is busy (`busy`), no one answers (`silent`), or the answer stops in its middle
 * (`stalled`).
 */
export type Fault = 'lost' | 'answer-lost' | 'busy' | 'silent' | 'stalled';

const BUSY =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/** A way to a real store on which things go wrong as a test says. */
export class FaultyProxy {
  private readonly faults: Fault[] = [];
  private readonly sockets = new Set<Socket>();
  readonly calls: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('request', (from, to) => this.pass(from, to));
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async to(endpoint: string): Promise<FaultyProxy> {
    const server = createServer();
    const way = new FaultyProxy(server, new URL(endpoint));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return way;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** The next calls meet these, one each; later ones pass. */
  next(...faults: Fault[]): void {
    this.faults.splice(0, Infinity, ...faults);
    this.calls.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(from: IncomingMessage, to: ServerResponse): void {
    const fault = this.faults.shift();
    this.calls.push(from.method ?? '');
    if (fault === 'lost') return void from.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'busy') return void to.writeHead(503, { 'content-type': 'application/xml' }).end(BUSY);
    const { hostname, port } = this.target;
    const { method, url, headers } = from;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (fault === 'answer-lost') return void answer.resume().on('end', () => from.socket.destroy());
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault === 'stalled')
        return void answer.once('data', (first: Buffer) => to.write(first.subarray(0, 1)) && answer.pause());
      answer.pipe(to);
    });
    onward.on('error', () => from.socket.destroy());
    from.socket.on('close', () => onward.destroy());
    from.pipe(onward);
  }
}
