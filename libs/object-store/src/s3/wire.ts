import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadyBody } from './bodies.js';
import { isTransportError, S3Refusal, S3Silence } from './errors.js';
import { createMinio, type MinioCall } from './minio-client.js';
import { signedHeaders, queryText, sha256Hex, SigningKey, type Signer } from './signing-key.js';
import { createAgent, createReader, createTransport, readFrom, type StoreAnswer } from './transport.js';

export interface WireOptions extends Signer {
  endpoint: string;
  bucket: string;
  /** PEM of the only trusted authority; default: Node's. */
  authority?: string | undefined;
  connectMs?: number;
  idleMs?: number;
}

export interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: ReadyBody | string;
  /** Default: true. Otherwise a failed call may have been done. */
  repeat?: boolean;
  /** May take minutes. */
  long?: boolean;
}

/** Three tries: what is slow for a moment, as while many processes start, is reached at the second. */
const CONNECT_MS = 4_000;
const IDLE_MS = 20_000;
const LONG_IDLE_MS = 10 * 60_000;

/** Short, since the caller waits. Milliseconds. */
const PAUSES = [100, 400];

/** Signing, connections, time limits, retries. Every store has path-style buckets. */
export class Wire {
  private readonly agent;
  private readonly reader;
  private readonly quick;
  private readonly patient;
  private readonly callMinio;
  private readonly signing: SigningKey;
  private readonly address: Pick<RequestOptions, 'hostname' | 'port'>;
  private readonly host: string;

  constructor(private readonly options: WireOptions) {
    const { protocol, hostname, port, host } = new URL(options.endpoint);
    const secure = protocol === 'https:';
    this.agent = createAgent(secure, options.authority);
    const { connectMs = CONNECT_MS, idleMs = IDLE_MS } = options;
    this.reader = createReader(options.endpoint, { connectMs, idleMs }, options.authority);
    this.quick = createTransport(secure, { connectMs, idleMs });
    this.patient = createTransport(secure, { connectMs, idleMs: LONG_IDLE_MS });
    this.callMinio = createMinio({ ...options, transport: this.quick, agent: this.agent });
    this.signing = new SigningKey(options.region);
    this.address = { hostname: hostname.replace(/^\[|\]$/g, ''), ...(port && { port: Number(port) }) };
    this.host = host;
  }

  get bucket(): string {
    return this.options.bucket;
  }

  /** @throws S3Refusal; errors of the connection */
  send(call: Call): Promise<IncomingMessage> {
    return repeated(call.repeat ?? true, () => this.once(call));
  }

  /** @throws S3Refusal; errors of the connection */
  open(key: string, headers: Readonly<Record<string, string>> = {}): Promise<StoreAnswer> {
    const path = this.pathOf(key);
    return repeated(true, async () =>
      readFrom(
        this.reader,
        path,
        await this.signed({ method: 'GET', path, query: '', sha256: NOTHING.sha256, headers }),
      ),
    );
  }

  /** Calls that carry no bytes. @throws S3Refusal; errors of the connection */
  minio<T>(call: MinioCall<T>): Promise<T> {
    return repeated(true, () => this.callMinio(call));
  }

  async read(call: Call): Promise<{ body: string; headers: IncomingMessage['headers'] }> {
    const answer = await this.send(call);
    return { body: await text(answer), headers: answer.headers };
  }

  close(): void {
    this.agent.destroy();
    void this.reader.destroy();
  }

  private pathOf(key?: string): string {
    return `/${this.options.bucket}${key === undefined ? '' : `/${key}`}`;
  }

  private async signed({
    headers,
    ...request
  }: Parameters<typeof signedHeaders>[0]): Promise<Record<string, string>> {
    const asked = { ...request, headers: { ...headers, host: this.host } };
    return signedHeaders(asked, await this.options.credentials(), this.signing, new Date());
  }

  private async once({ method, key, query, headers, body = '', long }: Call): Promise<IncomingMessage> {
    const path = this.pathOf(key);
    const asked = queryText(given(query));
    const { sha256, bytes, content } = typeof body === 'string' ? ofText(body) : body;
    const options = {
      ...this.address,
      method,
      agent: this.agent,
      path: asked === '' ? path : `${path}?${asked}`,
      headers: {
        ...(await this.signed({ method, path, query: asked, sha256, headers: headers ?? {} })),
        // Not signed: a proxy may send the body in chunks.
        ...(method !== 'GET' && method !== 'HEAD' && { 'content-length': String(bytes) }),
      },
    };
    const transport = long ? this.patient : this.quick;
    return new Promise((resolve, reject) => {
      const sent = transport.request(options, resolve).on('error', reject);
      sendBody(sent, content()).catch(reject);
    });
  }
}

async function repeated<T>(mayBeDone: boolean, call: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES) {
    try {
      return await call();
    } catch (error) {
      if (!mayRepeat(error, mayBeDone)) throw error;
      await pause(wait * (0.5 + Math.random()));
    }
  }
  return call();
}

async function sendBody(request: ClientRequest, content: Uint8Array | Readable): Promise<void> {
  if (content instanceof Readable) await pipeline(content, request);
  else request.end(content);
}

const NOTHING = { bytes: 0, sha256: sha256Hex(''), content: () => new Uint8Array() };

function ofText(body: string): ReadyBody {
  if (body === '') return NOTHING;
  const bytes = Buffer.from(body);
  return { bytes: bytes.length, sha256: sha256Hex(body), content: () => bytes };
}

const given = (query: Call['query'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Tells whether the call may be repeated; after silence the time is used up. */
function mayRepeat(error: unknown, repeat: boolean): boolean {
  if (error instanceof S3Refusal)
    return (
      repeat && (error.status >= 500 || error.status === 429) && error.status !== 501 && error.status !== 507
    );
  if (error instanceof S3Silence) return !error.wasReached;
  if (!isTransportError(error)) return false;
  return repeat || error.code === 'ECONNREFUSED';
}
