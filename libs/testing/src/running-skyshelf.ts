import { join } from 'node:path';
import { request } from 'node:http';

/** The product as another process has started it: what its users and its operator reach. */
export class RunningSkyshelf {
  constructor(
    readonly url: string,
    readonly dataFolder: string,
  ) {}

  /** An access token with sub `local|<user>`; the account is created on first use. */
  async token(user: string): Promise<string> {
    return (await this.ops<{ access_token: string }>('POST', '/internal/token', { user })).access_token;
  }

  /** Asks over the operator's socket. */
  ops<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return opsRequest<T>(join(this.dataFolder, 'run', 'ops.sock'), method, path, body);
  }
}

/**
 * One JSON call over the operator's unix socket of a running standalone. Rejects on a status of 400 or more,
 * with the body's text.
 */
export function opsRequest<T>(
  socketPath: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if ((response.statusCode ?? 500) >= 400)
          return reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        const json = (response.headers['content-type'] ?? '').includes('json');
        resolve((json ? JSON.parse(text) : text) as T);
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}
