import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { say } from './messages.mjs';

/** The first of these commands that is on PATH, as a full path. */
export function onPath(names, env = process.env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The line that a person types to install packages by hand; undefined when the system is not known. */
export function installLine(packages) {
  if (onPath(['apt-get'])) return `sudo apt-get update && sudo apt-get install -y ${packages.apt.join(' ')}`;
  if (onPath(['brew']) && packages.brew) return `brew install ${packages.brew.join(' ')}`;
  if (onPath(['dnf']) && packages.dnf) return `sudo dnf install -y ${packages.dnf.join(' ')}`;
  return undefined;
}

/** True when this user may install packages without being asked for a password. */
export async function mayInstall() {
  if (process.env.SKYSHELF_SETUP === 'no') return false;
  if (onPath(['apt-get'])) return (await asRoot()) !== undefined;
  return Boolean(onPath(['brew']));
}

/** Package managers refuse to work side by side. */
let last = Promise.resolve();
let updated = false;

/** Installs packages by the system's package manager where that is allowed; answers whether it worked. */
export function installSystemPackages(packages) {
  const installed = last.then(() => install(packages));
  last = installed.catch(() => undefined);
  return installed;
}

async function install(packages) {
  if (!(await mayInstall())) return false;
  if (!onPath(['apt-get'])) return Boolean(packages.brew) && succeeds('brew', ['install', ...packages.brew]);
  const root = await asRoot();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=120', '-qq'];
  updated ||= await succeeds(...root('apt-get', [...patience, 'update']), env, true);
  const words = [...patience, 'install', '-y', '--no-install-recommends', ...packages.apt];
  return updated && (await succeeds(...root('apt-get', words), env));
}

/** How to run a command as root without a password: directly, by sudo, or not at all. */
async function asRoot() {
  if (process.getuid?.() === 0) return (command, args) => [command, args];
  if (!onPath(['sudo'])) return undefined;
  const { code } = await runCommand('sudo', ['-n', 'true'], { timeoutMs: 5_000 });
  const environment = ['DEBIAN_FRONTEND=noninteractive'];
  return code === 0
    ? (command, args) => ['sudo', ['-n', 'env', ...environment, command, ...args]]
    : undefined;
}

async function succeeds(command, args, env, quiet = false) {
  const { code, output } = await runCommand(command, args, { env, timeoutMs: 900_000 });
  if (code !== 0 && !quiet) say(output.split('\n').slice(-5).join('\n'));
  return code === 0;
}
