import { readdirSync, readFileSync } from 'node:fs';

export interface FolderProcess {
  pid: number;
  command: string;
}

/**
 * Every living process that was started for a folder: named on its command line or in its environment, as all
 * children inherit it. Linux only; elsewhere there is none to be found.
 */
export function processesOf(folder: string): FolderProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(name, 'cmdline'), env: read(name, 'environ') }))
    .filter(
      ({ pid, command, env }) => pid !== process.pid && command !== '' && names(`${command} ${env}`, folder),
    )
    .map(({ pid, command }) => ({ pid, command: command.trim() }));
}

/** Not a neighbouring folder whose name only begins alike. */
const names = (text: string, folder: string): boolean =>
  text
    .split(folder)
    .slice(1)
    .some((rest) => !/^[\w.-]/.test(rest));

/** `kill -9` of each; those that are gone already are passed over. */
export function killAll(processes: readonly FolderProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
