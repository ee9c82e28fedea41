/** Plain JavaScript without dependencies: set-up needs it before anything is installed or compiled. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { releasesFor } from './releases.mjs';

const run = promisify(execFile);

/** The oldest that Skyshelf works with. */
export const MINIMUM_MAJOR = 6;

/** It is `$XDG_CACHE_HOME/skyshelf`, or `~/.cache/skyshelf`. */
export function cacheFolder(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'skyshelf');
}

export function cachedBinary(release, env = process.env) {
  return join(cacheFolder(env), `mongod-${release.version}`, 'mongod');
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Example: `6.0.5`.
 * @throws {Error} with the loader's words when it does not start (a missing library, a wrong architecture)
 */
export async function versionOf(binary) {
  try {
    const { stdout } = await run(binary, ['--version'], { timeout: 20_000 });
    const version = /db version v(\S+)/.exec(stdout)?.[1];
    if (version) return version;
    throw new Error(`it is not a MongoDB server: ${stdout.split('\n')[0]}`);
  } catch (error) {
    throw new Error((error.stderr || error.message).trim(), { cause: error });
  }
}

/**
 * `MONGOD_BIN`, then `mongod` on PATH (version 6 or newer), then the one fetched by set-up.
 * @returns path and origin, or undefined
 * @throws {Error} when MONGOD_BIN can't be executed: a setting must not be ignored in silence
 */
export async function findMongod(env = process.env) {
  if (env.MONGOD_BIN) {
    if (!isExecutable(env.MONGOD_BIN))
      throw new Error(`MONGOD_BIN is ${env.MONGOD_BIN}, which is not an executable file`);
    return { path: env.MONGOD_BIN, source: 'MONGOD_BIN' };
  }
  const onPath = await findOnPath(env);
  if (onPath) return { path: onPath, source: 'PATH' };
  const cached = releasesFor()
    .map((release) => cachedBinary(release, env))
    .find(isExecutable);
  return cached ? { path: cached, source: 'cache' } : undefined;
}

async function findOnPath(env) {
  const candidates = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'mongod'));
  for (const candidate of candidates.filter(isExecutable)) {
    const version = await versionOf(candidate).catch(() => '0');
    if (Number.parseInt(version, 10) >= MINIMUM_MAJOR) return candidate;
  }
  return undefined;
}
