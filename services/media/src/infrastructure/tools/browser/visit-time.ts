import { effortSince } from '../../../application/effort.js';
import type { CpuTime } from '../../../application/kind.js';

/** Milliseconds. */
const LOOK_MS = 200;

export interface VisitTime {
  started(browser: { cpuTime: CpuTime }): void;
  /** The first request begins its time. */
  asked(): void;
  end(): void;
}

/** Counts the browser's work, so that a busy machine gives no page up. */
export function startVisitTime(mostMs: number, over: () => void): VisitTime {
  let cpuTime: CpuTime = () => null;
  let timer: NodeJS.Timeout | undefined;
  return {
    started: (browser) => void ({ cpuTime } = browser),
    asked: () => {
      if (timer) return;
      const before = cpuTime() ?? 0;
      const effort = effortSince(() => {
        const used = cpuTime();
        return used === null ? null : used - before;
      });
      timer = setInterval(() => effort() > mostMs && over(), LOOK_MS);
    },
    end: () => clearInterval(timer),
  };
}
