import { effortSince } from '../../../application/effort.js';
import type { CpuTime } from '../../../application/kind.js';

/** How often it is looked at, milliseconds. */
const LOOK_MS = 200;

/** The time of a visit. */
export interface VisitTime {
  /** The browser runs. */
  started(browser: { cpuTime: CpuTime }): void;
  /** It has asked for something: the first time its time begins. */
  asked(): void;
  end(): void;
}

/** Counts what the browser works, so that a page is not given up because the machine does something else. */
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
