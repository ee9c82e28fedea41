import { readdirSync, readFileSync } from 'node:fs';

export interface FolderProcess {
  pid: number;
  command: string;
}

/** Every process that was started for a data folder: named on its command line or in its environment, as all children inherit it. Linux only. */
export function processesOf(dataFolder: string): FolderProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(name, 'cmdline'), env: read(name, 'environ') }))
    .filter(
      ({ pid, command, env }) =>
        pid !== process.pid && command !== '' && `${command} ${env}`.includes(dataFolder),
    )
    .map(({ pid, command }) => ({ pid, command: command.trim() }));
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
