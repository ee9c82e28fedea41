import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientOptions } from 'minio';
import type { ReadyBody } from './bodies.js';
import { isFailureOfTheWay } from './errors.js';
import { S3Refusal, S3Silence } from './refusal.js';
import { createAgent, createTransport } from './transport.js';

export interface WireOptions {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  idleMs?: number;
}

/** One call of the S3 API on our bucket. */
export interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: ReadyBody | string;
  /** Sent again after a lost connection or a store that is busy; default true. Without it a call may have been done though it fails. */
  repeat?: boolean;
  /** The store may work on it for minutes. */
  long?: boolean;
}

const CONNECT_MS = 5_000;
const IDLE_MS = 20_000;
/** While it joins the parts of an upload. */
const LONG_IDLE_MS = 10 * 60_000;
const successes = [200, 204, 206];

/** Pauses before a call is sent again, milliseconds: short, for the caller waits for an answer. */
const PAUSES = [100, 400];

/** The one place that holds the client of the S3 API: signing, connections, time limits, repeats. */
export class Wire {
  private readonly agent;
  private readonly signed: Client;
  private readonly signedPatient: Client;

  constructor(private readonly options: WireOptions) {
    const { protocol } = new URL(options.endpoint);
    const secure = protocol === 'https:';
    this.agent = createAgent(secure);
    const client = (idleMs: number) =>
      new Client({
        ...clientOptions(options),
        transportAgent: this.agent,
        // The client hands over an options object and a callback, nothing else of node:http.
        transport: createTransport(secure, { connectMs: CONNECT_MS, idleMs }) as unknown as NonNullable<
          ClientOptions['transport']
        >,
      });
    const { idleMs = IDLE_MS } = options;
    this.signed = client(idleMs);
    this.signedPatient = client(LONG_IDLE_MS);
    // Of itself the client does so only where there is no TLS.
    for (const each of [this.signed, this.signedPatient]) each.enableSHA256 = true;
  }

  /** @throws S3Refusal; errors of the connection */
  async send(call: Call): Promise<IncomingMessage> {
    for (const wait of PAUSES) {
      try {
        return await this.once(call);
      } catch (error) {
        if (!mayRepeat(error, call.repeat ?? true)) throw error;
        await pause(wait * (0.5 + Math.random()));
      }
    }
    return this.once(call);
  }

  /** Sends and reads the answer to its end. */
  async read(call: Call): Promise<{ body: string; headers: IncomingMessage['headers'] }> {
    const answer = await this.send(call);
    return { body: await text(answer), headers: answer.headers };
  }

  close(): void {
    this.agent.destroy();
  }

  private async once(call: Call): Promise<IncomingMessage> {
    const { bucket, region } = this.options;
    const { method, key, query, headers, body = '', long } = call;
    const client = long ? this.signedPatient : this.signed;
    const options = { method, bucketName: bucket, objectName: key, query: queryText(query) };
    if (typeof body === 'string')
      return client.makeRequestAsync({ ...options, headers: { ...headers } }, body, successes, region);
    const content = asSent(body.content());
    try {
      const sized = { ...options, headers: { ...headers, 'content-length': String(body.bytes) } };
      return await client.makeRequestStreamAsync(sized, content, body.sha256, successes, region);
    } finally {
      if (!Buffer.isBuffer(content)) content.destroy();
    }
  }
}

const asSent = (content: Uint8Array | Readable): Buffer | Readable =>
  content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : content;

/** What the client has to know of a store at some address. */
export function clientOptions({ endpoint, region, accessKey, secretKey }: Omit<WireOptions, 'bucket'>) {
  const { protocol, hostname, port } = new URL(endpoint);
  return {
    endPoint: hostname,
    useSSL: protocol === 'https:',
    ...(port && { port: Number(port) }),
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    retryOptions: { disableRetry: true }, // the client would send a stream again that is used up
  };
}

function queryText(query: Call['query'] = {}): string | undefined {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? undefined : pairs.join('&');
}

/** A store that was not reached has done nothing; one that was silent is not asked again, the time is used up. */
function mayRepeat(error: unknown, repeat: boolean): boolean {
  if (error instanceof S3Refusal)
    return (
      repeat && (error.status >= 500 || error.status === 429) && error.status !== 501 && error.status !== 507
    );
  if (error instanceof S3Silence || !isFailureOfTheWay(error)) return false;
  return repeat || error.code === 'ECONNREFUSED';
}
