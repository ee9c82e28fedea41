import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteContract } from '@skyshelf/contracts';
import type { z } from 'zod';

type Sent<T> = T extends z.ZodType ? z.input<T> : never;
type Answered<R extends RouteContract> = R['answer'] extends z.ZodType ? z.output<R['answer']> : unknown;

export interface CallOptions<R extends RouteContract> {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: Sent<R['body']>;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  /** Idempotency-Key; a new one unless given. */
  key?: string;
}

export interface ApiAnswer<T> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: T;
  bytes: Buffer;
}

export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    readonly body: { error?: { code?: string; message?: string } },
    where: string,
  ) {
    super(`${where}: ${status} ${body.error?.code ?? ''} ${body.error?.message ?? ''}`);
    this.name = 'RefusedCall';
  }
}

/** Calls the running product by its contracts, as one user. */
export interface ApiClient {
  /**
   * Resolves with the answer's body. What is told to come again with the same key does so, as the page does,
   * for as long as the client waits for any answer.
   * @throws {RefusedCall} on 400 and above; network errors as they are
   */
  call<R extends RouteContract>(route: R, options?: CallOptions<R>): Promise<Answered<R>>;
  /** Resolves whatever the status. Sends once. */
  send<R extends RouteContract>(route: R, options?: CallOptions<R>): Promise<ApiAnswer<Answered<R>>>;
  /** Resolves whatever the status, but what is told to come again with the same key does so, as in `call`. */
  persist<R extends RouteContract>(route: R, options?: CallOptions<R>): Promise<ApiAnswer<Answered<R>>>;
  close(): void;
}

/** @param token an access token, or null for a visitor */
export function apiClient(
  baseUrl: string,
  token: string | null,
  { connections = 16, timeoutMs = 30_000 }: { connections?: number; timeoutMs?: number } = {},
): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = async <R extends RouteContract>(
    route: R,
    call: CallOptions<R> = {},
  ): Promise<ApiAnswer<Answered<R>>> => {
    const payload =
      call.bytes ?? (call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body)));
    const answer = await exchange(agent, new URL(addressOf(route, call), baseUrl), {
      method: route.method,
      headers: {
        ...headersOf(route, token, call),
        ...(payload && { 'content-length': String(payload.byteLength) }),
      },
      payload,
      timeoutMs,
    });
    return { ...answer, body: parse(answer) as Answered<R> };
  };
  const persist = persisting(send, timeoutMs);
  return {
    send,
    persist,
    call: async (route, call) => {
      const answer = await persist(route, call);
      if (answer.status < 400) return answer.body;
      throw new RefusedCall(
        answer.status,
        answer.body as { error?: { code?: string } },
        `${route.method} ${route.path}`,
      );
    },
    close: () => agent.destroy(),
  };
}

type Send = ApiClient['send'];

/** Sends again with the same key, for so long, what is told to come again. */
const persisting =
  (send: Send, timeoutMs: number): Send =>
  async (route, call = {}) => {
    const same = { ...call, key: call.key ?? randomUUID() };
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const answer = await send(route, same);
      if (!isToComeAgain(answer) || Date.now() > deadline) return answer;
      await pause(50);
    }
  };

const isToComeAgain = ({ status, body }: ApiAnswer<unknown>): boolean =>
  status === 503 && (body as { error?: { code?: string } } | undefined)?.error?.code === 'drive.busy';

function addressOf<R extends RouteContract>(route: R, call: CallOptions<R>): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(call.params?.[name] ?? '')),
  );
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}

function headersOf<R extends RouteContract>(
  route: R,
  token: string | null,
  call: CallOptions<R>,
): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(route.command && { 'idempotency-key': call.key ?? randomUUID() }),
    ...(call.bytes
      ? { 'content-type': 'application/octet-stream' }
      : call.body !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
}

interface Exchange {
  method: string;
  headers: Record<string, string>;
  payload: Uint8Array | undefined;
  timeoutMs: number;
}

function exchange(
  agent: Agent,
  url: URL,
  { method, headers, payload, timeoutMs }: Exchange,
): Promise<Omit<ApiAnswer<unknown>, 'body'>> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { agent, method, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    call.on('error', (error) => {
      if (call.reusedSocket) error.message += ' (on a kept connection)';
      reject(error);
    });
    call.end(payload);
  });
}

function parse(answer: Omit<ApiAnswer<unknown>, 'body'>): unknown {
  const type = String(answer.headers['content-type'] ?? '');
  return type.includes('json') && answer.bytes.length > 0
    ? JSON.parse(answer.bytes.toString('utf8'))
    : undefined;
}
