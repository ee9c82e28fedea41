import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Works for another user's process, too. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** With the id it names a process for good, since ids are reused. Opaque. */
export function startMark(pid) {
  if (process.platform === 'linux') return linuxStat(pid)?.[19];
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

export const identityOf = (pid) => ({ pid, started: startMark(pid) });

/** Is also true while the process is paused. */
export const lives = ({ pid, started }) =>
  isAlive(pid) && (started === undefined || startMark(pid) === started);

/** Joined by spaces; empty when it is gone. */
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

/** The fields of /proc/<pid>/stat behind the name: [0] is the state, [19] the start time. */
function linuxStat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
