import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorCall } from './operator-call.js';

/** A new process gets ready, the old one leaves. */
const RESTART_MS = 180_000;

/** Decides which processes of a cluster run on another build; all of them at first. */
export class MixedBuilds {
  private readonly file: string;
  /** The processes on the present build. */
  private renewed = new Set<string>();

  constructor(
    folder: string,
    private readonly previous: string,
    private readonly socket: string,
  ) {
    this.file = join(folder, 'builds.json');
    this.write(everyProcess);
  }

  get env(): Record<string, string> {
    return { CLUSTER_BUILDS_FILE: this.file };
  }

  async mix(processes: readonly string[], isPrevious: (process: string) => boolean): Promise<void> {
    const changed = processes.filter((each) => isPrevious(each) === this.renewed.has(each));
    this.renewed = new Set(processes.filter((each) => !isPrevious(each)));
    this.write(processes.filter(isPrevious));
    for (const each of changed) {
      const [name = '', replica] = each.split('-');
      await operatorCall(
        this.socket,
        'POST',
        '/cluster/restart',
        { name, replica: Number(replica) },
        RESTART_MS,
      );
    }
  }

  private write(previous: readonly string[]): void {
    writeFileSync(
      this.file,
      JSON.stringify(Object.fromEntries(previous.map((each) => [each, this.previous]))),
    );
  }
}

const everyProcess = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'].flatMap((service) => [
  `${service}-1`,
  `${service}-2`,
]);
