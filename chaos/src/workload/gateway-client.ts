import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path at the gateway, or a whole address of the store. */
  path: string;
  token?: string;
  key?: string;
  json?: unknown;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** A JSON answer; null for any other. */
  json: unknown;
}

/** Sends requests to the gateways and counts those on the wire. */
export class GatewayClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  private onTheWire = 0;

  constructor(
    readonly gateways: readonly string[],
    private readonly timeoutMs = 15_000,
  ) {}

  /** Requests sent and not answered at this moment. */
  get inFlight(): number {
    return this.onTheWire;
  }

  /** @throws what the connection failed of, also when no answer came in time */
  async send(gateway: number, request: Request): Promise<Answer> {
    this.onTheWire += 1;
    try {
      const base = this.gateways[gateway % this.gateways.length];
      return await this.exchange(new URL(request.path, base), request);
    } finally {
      this.onTheWire -= 1;
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private exchange(url: URL, request: Request): Promise<Answer> {
    const payload =
      request.bytes ?? (request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json)));
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        url,
        {
          agent: this.agent,
          method: request.method,
          headers: headersOf(request, payload),
          signal: AbortSignal.timeout(this.timeoutMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('close', () => {
            if (!response.complete) return reject(new Error('The answer broke off'));
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              json: parsed(response.headers, bytes),
            });
          });
        },
      );
      call.on('error', reject);
      call.end(payload);
    });
  }
}

function headersOf(
  { token, key, bytes, json, headers }: Request,
  payload: Uint8Array | undefined,
): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
    ...(json !== undefined && !bytes ? { 'content-type': 'application/json' } : {}),
    ...(payload && { 'content-length': String(payload.byteLength) }),
    ...headers,
  };
}

function parsed(headers: IncomingHttpHeaders, bytes: Buffer): unknown {
  if (!String(headers['content-type'] ?? '').includes('json') || bytes.length === 0) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
