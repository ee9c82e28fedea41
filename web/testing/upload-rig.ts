import { expect, vi } from 'vitest';
import { UploadEngine } from '../src/features/uploads/upload-engine.js';
import type { UploadDeps } from '../src/features/uploads/upload-port.js';
import { UploadServer } from './upload-server.js';

interface Environment {
  bundledBytes: number;
  environment?: Partial<UploadDeps['environment']>;
}

/** An engine with a server in memory, and what a test sees of both. */
export class UploadRig {
  readonly server = new UploadServer();
  readonly engine: UploadEngine;
  /** The least number of milliseconds before each further try. */
  readonly waits: number[] = [];
  /** No one sees the page. */
  hidden = false;
  readonly notices = {
    admitted: vi.fn(),
    warned: vi.fn(),
    fileFailed: vi.fn(),
    batchFailed: vi.fn(),
    replaced: vi.fn(),
    groupBegan: vi.fn(),
    groupArrived: vi.fn(),
  };

  /** Actions of the user that have come to their end. */
  readonly ended: object[] = [];

  readonly environment: UploadDeps['environment'];

  constructor({ environment, ...deps }: Partial<Omit<UploadDeps, 'environment'>> & Environment) {
    let keys = 0;
    let traces = 0;
    this.environment = {
      now: () => 0,
      newKey: () => `key-${(keys += 1)}`,
      parts: { of: () => ({}), keep: () => undefined },
      beginTrace: () => {
        const traceparent = `trace-${(traces += 1)}`;
        return { traceparent, end: (result) => void this.ended.push({ traceparent, ...result }) };
      },
      waitBeforeTry: async (_, __, leastMs = 0) => void this.waits.push(leastMs),
      isHidden: () => this.hidden,
      ...environment,
    };
    const { server: transport, notices } = this;
    const own = { transport, notices, byteRequests: 4, environment: this.environment };
    this.engine = new UploadEngine({ ...own, ...deps });
  }

  readonly status = (): Record<string, string> =>
    Object.fromEntries(this.engine.items().map((item) => [item.name, item.status]));

  readonly idOf = (name: string): number =>
    this.engine.items().find((item) => item.name === name)?.id ?? expect.unreachable(name);

  readonly until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 1, timeout: 15_000 });

  readonly untilAll = (status: string): Promise<void> =>
    this.until(() => {
      const other = Object.entries(this.status()).find(([, each]) => each !== status);
      if (other) throw new Error(`${other.join(' is ')}, not ${status}`);
    });
}
