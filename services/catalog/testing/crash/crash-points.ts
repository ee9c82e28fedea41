import type { ClientSession } from 'mongodb';

/** A port throws it when it cannot wait: the process is gone. */
export class Crash extends Error {
  override name = 'Crash';
}

/**
 * A process that is gone gives no answer. A promise for each call: who waits for the same one is kept in
 * memory by it, with all that belongs to it.
 */
const never = (): Promise<never> => new Promise(() => undefined);

/**
 * The moments at which a process can die, seen from its ports: before and after each call to one. Passes them
 * by, and writes down their names; at the chosen one the process dies, and from then on no call of it begins,
 * and none that is under way answers.
 */
export class CrashPoints {
  /** In the order they were reached, each with a name of its own. */
  readonly passed: string[] = [];
  readonly died: Promise<'died'>;
  /** With the server, not ended yet: what a dead process leaves behind. */
  readonly sessions = new Set<ClientSession>();
  private readonly times = new Map<string, number>();
  private die: () => void = () => undefined;
  private gone = false;

  /** @param chosen the name of a point; null lists them */
  constructor(private readonly chosen: string | null) {
    this.died = new Promise((resolve) => {
      this.die = () => resolve('died');
    });
  }

  get isDead(): boolean {
    return this.gone;
  }

  async around<T>(port: string, call: () => Promise<T>): Promise<T> {
    if (this.isDeadAt(`before ${port}`)) return never();
    try {
      return await call();
    } finally {
      if (this.isDeadAt(`after ${port}`)) await never();
    }
  }

  /** The same for ports that answer at once. */
  aroundNow<T>(port: string, call: () => T): T {
    if (this.isDeadAt(`before ${port}`)) throw new Crash();
    const answer = call();
    if (this.isDeadAt(`after ${port}`)) throw new Crash();
    return answer;
  }

  private isDeadAt(moment: string): boolean {
    if (this.gone) return true;
    const time = (this.times.get(moment) ?? 0) + 1;
    this.times.set(moment, time);
    const point = time === 1 ? moment : `${moment} #${time}`;
    this.passed.push(point);
    if (point !== this.chosen) return false;
    this.gone = true;
    this.die();
    return true;
  }
}
