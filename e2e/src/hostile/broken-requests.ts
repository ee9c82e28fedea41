import { connect, type Socket } from 'node:net';

/** A request that a client begins and does not end as it must. */
export interface BrokenRequest {
  port: number;
  method: string;
  path: string;
  /** The headers of the client, `Name: value`. */
  headers: readonly string[];
}

const GIVE_UP_MS = 20_000;
/** The server may have answered by then; without an answer a fault goes on all the same. */
const A_MOMENT_MS = 25;

/** One connection, by which bytes go out as they are. */
class Wire {
  heard = '';
  readonly #socket: Socket;
  readonly #closed: Promise<void>;

  private constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay();
    this.#socket.on(
      'data',
      (chunk) => (this.heard += this.heard.length < 4096 ? chunk.toString('latin1') : ''),
    );
    // A server that refuses early resets what is still on its way.
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.heard = 'refused';
    });
    this.#closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  static to = (port: number): Wire => new Wire(port);

  write(...lines: string[]): this {
    if (this.#socket.writable) this.#socket.write(lines.join('\r\n'), 'latin1');
    return this;
  }

  half(): this {
    this.#socket.end();
    return this;
  }

  /** Waits for the head of an answer or the end, and no longer than a limit. */
  async answered(limitMs = GIVE_UP_MS): Promise<void> {
    const ending = new AbortController();
    const head = new Promise<void>((resolve) => {
      this.#socket.on('data', () => this.heard.includes('\r\n\r\n') && resolve());
    });
    const limit = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      ending.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    await Promise.race([this.#closed, head, limit]);
    ending.abort();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  get status(): number | null {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.heard)?.[1] ?? 0) || null;
  }
}

const head = ({ method, path, headers }: BrokenRequest, ...more: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...more, '', ''].join('\r\n');

const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_TYPE = 'Content-Type: application/json';
const A_CHUNK = '5\r\nhello\r\n';

type Fault = (request: BrokenRequest) => Promise<Wire>;

/** Sends what is given, then resets the connection. */
const cut =
  (bytes: (request: BrokenRequest) => string): Fault =>
  async (request) => {
    const wire = Wire.to(request.port).write(bytes(request));
    await wire.answered(A_MOMENT_MS);
    wire.reset();
    return wire;
  };

/** Sends what is given, and waits for the answer that must come. */
const asked =
  (bytes: (request: BrokenRequest) => string, after?: (wire: Wire) => void): Fault =>
  async (request) => {
    const wire = Wire.to(request.port).write(bytes(request));
    after?.(wire);
    await wire.answered();
    wire.reset();
    return wire;
  };

/** The faults are requests that no client means, on purpose never whole JSON, so that no route executes them. */
export const faults: Readonly<Record<string, Fault>> = {
  'reset in its head': cut(({ method, path }) => `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthori`),
  'reset in a chunked body': cut((request) => head(request, JSON_TYPE, CHUNKED) + A_CHUNK),
  'reset in a body with a length': cut(
    (request) => `${head(request, JSON_TYPE, 'Content-Length: 99')}{"url":`,
  ),
  'a malformed chunk': cut((request) => `${head(request, JSON_TYPE, CHUNKED)}${A_CHUNK}zz\r\n`),
  'an unknown coding': asked((request) => `${head(request, 'Transfer-Encoding: gibberish')}hello`),
  'both lengths': asked((request) => head(request, 'Content-Length: 5', CHUNKED) + A_CHUNK),
  'half-closed in its body': asked(
    (request) => head(request, JSON_TYPE, CHUNKED) + A_CHUNK,
    (wire) => wire.half(),
  ),
  'cut while it is refused early': cut(
    (request) => head(request, JSON_TYPE, 'Content-Length: 99999999999') + 'x'.repeat(70_000),
  ),
  'waiting for 100-continue, then cut': cut((request) =>
    head(request, JSON_TYPE, 'Content-Length: 9', 'Expect: 100-continue'),
  ),
  'expecting what there is not': cut((request) => `${head(request, CHUNKED, 'Expect: rain')}${A_CHUNK}`),
  'garbage behind it': cut(
    (request) => `${head(request, JSON_TYPE, 'Content-Length: 1')}{\u0016\u0003\u0001 \r\n\r\n`,
  ),
};

/** A whole request whose body is no JSON; with an upgrade to HTTP/2, which is to be ignored (RFC 9110, 7.8). */
async function statusOf(request: BrokenRequest, ...upgrade: string[]): Promise<number | null> {
  const body = request.method === 'GET' ? [] : [JSON_TYPE, 'Content-Length: 1'];
  const wire = Wire.to(request.port).write(head(request, ...upgrade, ...body) + (body.length > 0 ? '{' : ''));
  await wire.answered();
  wire.reset();
  return wire.status;
}

const H2C = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
];

/** Sends a request with each fault, one after the other. @returns what is not as it must be */
export async function breakRequest(request: BrokenRequest): Promise<string[]> {
  const problems: string[] = [];
  const at = `${request.method} ${request.path.slice(0, 60)} at ${request.port}`;
  for (const [fault, send] of Object.entries(faults)) {
    const { status, heard } = await send(request);
    if (heard === 'refused' || (status !== null && status >= 500))
      problems.push(`${at}, ${fault}: ${heard.slice(0, 200)}`);
  }
  const plain = await statusOf(request);
  const upgraded = await statusOf(request, ...H2C);
  if (plain === null || plain >= 500 || plain !== upgraded)
    problems.push(`${at}: ${plain}, with an upgrade to h2c ${upgraded}`);
  return problems;
}
