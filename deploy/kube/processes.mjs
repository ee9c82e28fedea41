import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, lives } from '../../libs/host/lock/process-identity.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';

const STOP_MS = 15_000;
const READY_MS = 120_000;

/** Processes that outlive the command that starts them: a note and a log of each in a folder. */
export class Processes {
  constructor(folder) {
    this.notes = join(folder, 'processes');
    this.logs = join(folder, 'logs');
  }

  /**
   * Starts a program and waits until it is ready.
   * @throws {SetupError} with the end of its log when it ends, or is not ready in time
   */
  async start(name, [command, ...args], isReady) {
    mkdirSync(this.notes, { recursive: true });
    mkdirSync(this.logs, { recursive: true });
    const log = openSync(join(this.logs, `${name}.log`), 'a');
    const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    const failed = new Promise((_, reject) => child.once('error', reject));
    await Promise.race([failed, new Promise((resolve) => child.once('spawn', resolve))]);
    const note = identityOf(child.pid);
    writeFileSync(join(this.notes, name), JSON.stringify({ ...note, at: Date.now() }));
    child.unref();
    const until = Date.now() + READY_MS;
    while (!(await isReady())) {
      if (!lives(note) || Date.now() > until)
        throw new SetupError(
          `${name} ${lives(note) ? 'is not ready' : 'has ended'}:\n${this.#lastWords(name)}`,
        );
      await pause(100);
    }
  }

  /** Each that was started and whether it runs, in the order of their starts. */
  list() {
    if (!existsSync(this.notes)) return [];
    return readdirSync(this.notes)
      .map((name) => ({ name, ...JSON.parse(readFileSync(join(this.notes, name), 'utf8')) }))
      .sort((one, other) => one.at - other.at)
      .map((note) => ({ ...note, runs: lives(note) }));
  }

  /** Asks a process to stop, ends it when it does not, and forgets it. */
  async stop(name) {
    const note = this.list().find((each) => each.name === name);
    if (!note) return;
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      if (!lives(note)) break;
      process.kill(note.pid, signal);
      for (const until = Date.now() + STOP_MS; lives(note) && Date.now() < until;) await pause(50);
    }
    rmSync(join(this.notes, name), { force: true });
  }

  #lastWords(name) {
    return readFileSync(join(this.logs, `${name}.log`), 'utf8')
      .trim()
      .split('\n')
      .slice(-12)
      .join('\n');
  }
}
