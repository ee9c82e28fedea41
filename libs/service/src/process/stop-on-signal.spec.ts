import { EventEmitter } from 'node:events';
import { createLogger } from '@skyshelf/telemetry';
import { describe, expect, it } from 'vitest';
import { stopOnSignal, type StopSteps } from './stop-on-signal.js';

/** A process that can be asked to stop without ending the tests. */
class TestProcess extends EventEmitter {
  readonly ended = Promise.withResolvers<number>();
  readonly codes: number[] = [];
  exit(code: number): void {
    this.codes.push(code);
    this.ended.resolve(code);
  }
}

const logger = createLogger({ service: 'test', level: 'silent' });

function running(steps: Partial<StopSteps> = {}) {
  const end = new TestProcess();
  const said: string[] = [];
  const stop = stopOnSignal(
    end,
    {
      leave: () => void said.push('leaves'),
      drainMs: 0,
      close: async () => void said.push('closed'),
      ...steps,
    },
    logger,
  );
  return { end, said, stop };
}

describe('a process that is asked to stop', () => {
  it('says that it leaves, finishes what has begun, and ends with code 0', async () => {
    const { end, said } = running();
    end.emit('SIGTERM');
    expect(await end.ended.promise).toBe(0);
    expect(said).toEqual(['leaves', 'closed']);
  });

  it('still takes requests for its time of draining', async () => {
    const began = performance.now();
    const { end, said } = running({ drainMs: 150 });
    end.emit('SIGTERM');
    expect(said).toEqual(['leaves']);
    await end.ended.promise;
    expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  });

  it('finishes work in hand meanwhile where it is given time for that, and then closes', async () => {
    const work = Promise.withResolvers<void>();
    const given: number[] = [];
    const finish = (withinMs: number) => (given.push(withinMs), work.promise);
    const { end, said } = running({ finishMs: 60_000, finish });
    end.emit('SIGTERM');
    await new Promise(setImmediate);
    expect([said, given]).toEqual([['leaves'], [60_000]]);
    work.resolve();
    expect(await end.ended.promise).toBe(0);
    expect(said).toEqual(['leaves', 'closed']);
  });

  it('stops at once when the process that started it is gone: no one calls any more', async () => {
    const { end, said } = running({
      drainMs: 600_000,
      finishMs: 600_000,
      finish: () => new Promise(() => {}),
    });
    end.emit('disconnect');
    expect(await end.ended.promise).toBe(0);
    expect(said).toEqual(['leaves', 'closed']);
  });

  it('ends at once at a second signal', async () => {
    const { end } = running({ close: () => new Promise(() => {}) });
    end.emit('SIGTERM');
    end.emit('SIGINT');
    expect(await end.ended.promise).toBe(1);
  });

  it('does not take the end of its starter for a second signal', async () => {
    const closed = Promise.withResolvers<void>();
    const { end } = running({ close: () => closed.promise });
    end.emit('SIGTERM');
    end.emit('disconnect');
    expect(end.codes).toEqual([]);
    closed.resolve();
    expect(await end.ended.promise).toBe(0);
  });

  it('ends with code 1 when something does not close', async () => {
    const { end } = running({ close: () => Promise.reject(new Error('stuck')) });
    end.emit('SIGTERM');
    expect(await end.ended.promise).toBe(1);
  });

  it('can be stopped by who runs it inside another process, without ending that', async () => {
    const { end, said, stop } = running();
    await Promise.all([stop(), stop()]);
    expect(said).toEqual(['leaves', 'closed']);
    expect(end.codes).toEqual([]);
    expect(end.listenerCount('SIGTERM')).toBe(0);
  });
});
