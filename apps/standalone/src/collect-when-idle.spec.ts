import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { collectWhenIdle } from './collect-when-idle.js';

const MB = 2 ** 20;

it('collects once when a calm process holds much more than before, not while it is busy', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(200 * MB);
  const use = vi.spyOn(performance, 'eventLoopUtilization');
  const uses = (utilization: number) => use.mockReturnValue({ utilization, idle: 0, active: 0 });
  uses(0.5);
  const collect = vi.fn(async () => void rss.mockReturnValue(215 * MB));
  const end = collectWhenIdle(collect);
  rss.mockReturnValue(300 * MB);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(collect).not.toHaveBeenCalled();
  uses(0.05);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(collect.mock.calls).toEqual([[{ type: 'major', execution: 'async', flavor: 'last-resort' }]]);
  rss.mockReturnValue(300 * MB);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(collect).toHaveBeenCalledOnce();
});
