import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while a process with this id exists (also one of another user). */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * When a process was started, as an opaque word that together with the id names the process for good: ids are used
 * again, so an id alone may name a stranger.
 */
export function startMark(pid) {
  if (process.platform === 'linux') return linuxStat(pid)?.[19];
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

export const identityOf = (pid) => ({ pid, started: startMark(pid) });

/** True while this very process exists; a paused one does. */
export const lives = ({ pid, started }) =>
  isAlive(pid) && (started === undefined || startMark(pid) === started);

/** The command line of a process, its arguments joined by blanks; empty when it is gone. */
export function commandLine(pid) {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function isZombie(pid) {
  return process.platform === 'linux' && linuxStat(pid)?.[0] === 'Z';
}

/** The fields of /proc/<pid>/stat that follow the name in brackets: [0] is the state, [19] the start time. */
function linuxStat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
