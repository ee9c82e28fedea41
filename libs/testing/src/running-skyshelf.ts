import { join } from 'node:path';
import { opsRequest } from './ops-request.js';

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

  /** Over the operator's socket. */
  ops<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return opsRequest<T>(join(this.dataFolder, 'run', 'ops.sock'), method, path, body);
  }
}
