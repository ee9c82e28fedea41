import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENS = '0A';

/** TCP ports at which a process listens, by `/proc`. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(descriptorsOf(pid));
  const lines = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n'),
  );
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const isOurs = state === LISTENS && sockets.has(`socket:[${inode}]`);
    return isOurs ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
  });
}

/** Lists the target of each open descriptor of a process, such as `socket:[4711]`. */
export const descriptorsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return []; // closed since it was listed
    }
  });
