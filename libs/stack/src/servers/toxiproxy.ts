import { z } from 'zod';
import { httpStatus } from './http-answer.js';
import type { StackProxies } from '../stack.js';
import type { ServerPlan } from './server-plan.js';

export interface ToxiproxyPlanOptions {
  program(): Promise<string>;
  folder: string;
  port: number;
}

export function toxiproxyPlan({ program, folder, port }: ToxiproxyPlanOptions): ServerPlan {
  return {
    name: 'toxiproxy',
    folder,
    port,
    clientPort: port,
    stopTimeoutMs: 1_000,
    prepare: async () => ({ command: await program(), args: ['-host', '127.0.0.1', '-port', String(port)] }),
    serves: async (at) => (await httpStatus(`http://127.0.0.1:${at}/version`)) === 200,
  };
}

const proxySchema = z.object({ listen: z.string(), upstream: z.string() });
const SILENCE = ['upstream', 'downstream'] as const;

/** Source: https://github.com/Shopify/toxiproxy#http-api */
export class Proxies implements StackProxies {
  readonly #address: string;

  constructor(port: number) {
    this.#address = `http://127.0.0.1:${port}`;
  }

  /** Keeps an existing one. */
  async ensure(name: string, listenPort: number, serverPort: number): Promise<void> {
    const proxy = { listen: `127.0.0.1:${listenPort}`, upstream: `127.0.0.1:${serverPort}` };
    const present = await this.#call('GET', `/proxies/${name}`, undefined, [404]);
    const same = proxySchema.safeParse(present).data;
    if (same?.listen === proxy.listen && same.upstream === proxy.upstream) return;
    if (present !== undefined) await this.#call('DELETE', `/proxies/${name}`);
    await this.#call('POST', '/proxies', { name, ...proxy, enabled: true });
  }

  async refuse(name: string): Promise<void> {
    await this.#call('POST', `/proxies/${name}`, { enabled: false });
  }

  async remove(name: string): Promise<void> {
    await this.#call('DELETE', `/proxies/${name}`, undefined, [404]);
  }

  /** Accepts connections, and lets nothing through in either direction. */
  async silence(name: string): Promise<void> {
    for (const stream of SILENCE) {
      const toxic = { name: `silence-${stream}`, type: 'timeout', stream, attributes: { timeout: 0 } };
      await this.#call('POST', `/proxies/${name}/toxics`, toxic, [409]);
    }
  }

  async reconnect(name: string): Promise<void> {
    for (const stream of SILENCE)
      await this.#call('DELETE', `/proxies/${name}/toxics/silence-${stream}`, undefined, [404]);
    await this.#call('POST', `/proxies/${name}`, { enabled: true });
  }

  async #call(method: string, path: string, body?: unknown, expected: number[] = []): Promise<unknown> {
    const answer = await fetch(`${this.#address}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    if (expected.includes(answer.status)) return undefined;
    if (!answer.ok) throw new Error(`toxiproxy refuses ${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
}
