import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const PATIENCE_MS = 10_000;

/** The top of each hierarchy: one where the machine has version 2, else one for each kind of resource. */
function hierarchies() {
  if (existsSync(join(ROOT, 'cgroup.controllers'))) return [ROOT];
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, entry.name, 'cgroup.procs')))
    .map((entry) => join(ROOT, entry.name));
}

/** Makes a group in which all pods of a cluster are. */
export function makeGroup(name) {
  for (const top of hierarchies()) mkdirSync(join(top, name), { recursive: true });
}

/** Kills all that runs in a group, and removes it with all within. */
export async function removeGroup(name) {
  const groups = () => hierarchies().flatMap((top) => below(join(top, name)));
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(50)) {
    const processes = new Set(groups().flatMap(processesOf));
    if (processes.size === 0) break;
    for (const pid of processes) end(pid);
  }
  for (const group of groups()) rmdirSync(group);
}

/** A group and those within it, the innermost first. */
function below(group) {
  if (!existsSync(group)) return [];
  const inner = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...inner.flatMap(({ name }) => below(join(group, name))), group];
}

const processesOf = (group) =>
  readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
