import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sourceFlags } from '../crash/source-flags.js';
import type { KafkaSettings } from '../../src/kafka/kafka-settings.js';

export class ReaderProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly exited: Promise<unknown[]>,
  ) {}

  static async start(uri: string, settings: KafkaSettings): Promise<ReaderProcess> {
    const file = fileURLToPath(new URL('./run-reader.ts', import.meta.url));
    const child = spawn(process.execPath, [...sourceFlags, file, uri, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const ready = once(child.stdout, 'data');
    const ended = exited.then(() => {
      throw new Error('The reader ended before it was ready');
    });
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
    return new ReaderProcess(child, exited);
  }

  async leave(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }
}
