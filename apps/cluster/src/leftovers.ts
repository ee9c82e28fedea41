import { readFileSync } from 'node:fs';
import { writeDurably } from '@skyshelf/data-folder';
import { isAlive, startMark } from '@skyshelf/host';
import { z } from 'zod';

const noted = z.array(z.object({ pid: z.number(), started: z.string() }));

/**
 * A killed starter's processes end by themselves, but slowly, and two of one name must not overlap: leases
 * are held by name.
 */
export class ProcessNotes {
  private readonly running = new Map<number, string>();

  constructor(private readonly file: string) {}

  /** @returns how many there were */
  endLeftovers(): number {
    const left = this.read().filter(({ pid, started }) => isAlive(pid) && startMark(pid) === started);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    return left.length;
  }

  started(pid: number): void {
    this.running.set(pid, startMark(pid) ?? '');
    this.write();
  }

  ended(pid: number): void {
    this.running.delete(pid);
    this.write();
  }

  private write(): void {
    writeDurably(
      this.file,
      [...this.running].map(([pid, started]) => ({ pid, started })),
    );
  }

  private read(): z.infer<typeof noted> {
    try {
      return noted.parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      // The first start, or one killed while writing: its processes have long ended.
      return [];
    }
  }
}
