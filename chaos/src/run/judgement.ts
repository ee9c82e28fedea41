import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { History } from '../history/history.js';
import type { Target } from '../target/target.js';
import type { Workload } from '../workload/workload.js';
import type { ChaosOptions } from './chaos-options.js';

const program = resolve(import.meta.dirname, '../checker/main.js');

/** Runs the checker as a program of its own, prints what it says, and answers its exit code. */
async function runChecker(words: readonly string[], progress: (line: string) => void): Promise<number> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let rest = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(progress);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (rest) progress(rest);
  return code ?? 1;
}

/** Lets the checker judge, while everybody rests. */
export class Judgement {
  private readonly end: string;
  private readonly words: string[];

  constructor(
    private readonly target: Target,
    private readonly history: History,
    private readonly workload: Workload,
    private readonly options: ChaosOptions,
  ) {
    const { folder, firstOnly = false } = options;
    this.end = join(folder, 'end-state.json');
    writeFileSync(this.end, JSON.stringify({ gateways: target.gateways, ...target.endState }));
    this.words = ['--history', join(folder, 'history.jsonl'), '--report', join(folder, 'report.json')];
    if (firstOnly) this.words.push('--first');
  }

  /**
   * Where the first finding is enough, begins with what needs no quiet.
   * @param last whether this is the end of the run: then second clients say what they see
   * @returns the checker's exit code
   */
  async pass(last: boolean): Promise<number> {
    const { firstOnly, idleSeconds = 40, settleSeconds = 180 } = this.options;
    if (firstOnly) {
      const found = await this.ask('glance', this.words);
      if (found !== 0) return found;
    }
    const limits = ['--idle', String(idleSeconds), '--most', String(settleSeconds)];
    const quiet = await this.ask('settle', limits);
    if (last) {
      await this.workload.closeMirrors(quiet === 0 ? 15_000 : 3_000);
      this.history.add({ t: 'settled' });
    }
    return this.ask('verify', [...this.words, ...(await this.wire())]);
  }

  private ask(command: string, words: readonly string[]): Promise<number> {
    this.history.flush();
    return runChecker([command, '--end', this.end, ...words], this.options.progress);
  }

  private async wire(): Promise<string[]> {
    const wire = await this.target.wire?.();
    if (!wire) return [];
    const path = join(this.options.folder, 'wire.json');
    writeFileSync(path, JSON.stringify([...wire]));
    return ['--wire', path];
  }
}
