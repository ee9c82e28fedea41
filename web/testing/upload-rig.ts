import { vi } from 'vitest';
import { UploadEngine } from '../src/features/uploads/upload-engine.js';
import type { UploadDeps } from '../src/features/uploads/upload-port.js';
import { UploadServer } from './upload-server.js';

/** An engine with a server in memory, and what a test sees of both. */
export class UploadRig {
  readonly server = new UploadServer();
  readonly engine: UploadEngine;
  /** Milliseconds, at least, before each further try. */
  readonly waits: number[] = [];
  /** Nobody sees the page. */
  hidden = false;
  readonly notices = {
    admitted: vi.fn(),
    warned: vi.fn(),
    fileFailed: vi.fn(),
    batchFailed: vi.fn(),
    replaces: vi.fn(),
    groupBegan: vi.fn(),
    groupArrived: vi.fn(),
  };

  constructor(deps: Partial<UploadDeps> & Pick<UploadDeps, 'bundledBytes'>) {
    let keys = 0;
    this.engine = new UploadEngine({
      transport: this.server,
      notices: this.notices,
      byteRequests: 4,
      environment: {
        now: () => 0,
        newKey: () => `key-${(keys += 1)}`,
        parts: { of: () => ({}), keep: () => undefined },
        beginTrace: () => ({ traceparent: 'trace', end: () => undefined }),
        waitBeforeTry: async (_, __, leastMs = 0) => void this.waits.push(leastMs),
        isHidden: () => this.hidden,
      },
      ...deps,
    });
  }

  readonly status = (): Record<string, string> =>
    Object.fromEntries(this.engine.items().map((item) => [item.name, item.status]));

  readonly until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 1, timeout: 15_000 });

  readonly untilAll = (status: string): Promise<void> =>
    this.until(() => {
      const other = Object.entries(this.status()).find(([, each]) => each !== status);
      if (other) throw new Error(`${other.join(' is ')}, not ${status}`);
    });
}
