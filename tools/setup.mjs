/**
 * Makes a fresh clone ready to run, and a ready one in no time: packages, a MongoDB server, system tools, builds.
 * It needs nothing but Node 20; `npm start`, `npm test` and `.ci/run` call it first.
 *
 *   node tools/setup.mjs [start|bench|dev|lint|test|servers|stack|e2e|e2e firefox|e2e cluster|images|images servers|ci]
 *
 * SKYSHELF_SETUP=no keeps it from installing system tools.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { makeBuilds, staleBuilds } from './setup/build.mjs';
import { SetupError, say, together } from './setup/messages.mjs';
import { installGitHook } from './setup/git-hook.mjs';
import { fetchMongod, mongodIsThere } from './setup/mongod.mjs';
import { installPackages, packagesAreFresh } from './setup/node-modules.mjs';
import { checkNodeForSetup, productNode } from './setup/node-version.mjs';
import { NOTES } from './setup/paths.mjs';
import { chooseTools, provideTools, toolsToProvide } from './setup/system-tools.mjs';
import { packedProgram } from '../apps/data-folder/packed/packed-program.mjs';
import { withFolderLock } from '../libs/host/lock/folder-lock.mjs';
import { cannotWrite, makeFolder } from './setup/notes.mjs';

/**
 * Makes the programs of servers that tests use, into the user's cache; says nothing when all are there. Needs
 * the packed programs.
 * @throws {SetupError} when one can't be had; why stands above it
 */
async function provideServers(names) {
  const code = await new Promise((resolve, reject) => {
    // Its standard output names the files; how it goes on stands on the other one.
    const child = spawn(productNode(), [packedProgram(STACK), 'provide', ...names], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new SetupError(`Not all servers for the tests can be made: ${names.join(', ')}.`);
}

/**
 * Does the work while no other set-up works in the same folder; waits for the other one first, and takes over
 * from one that has died.
 * @throws {SetupError} when the lock cannot be written
 */
async function withLock(folder, work) {
  const path = join(folder, 'lock');
  makeFolder(folder);
  let isOurs = false;
  const begin = () => {
    isOurs = true;
    return work();
  };
  const waiting = (pid) => say(`• Another set-up (process ${pid}) is at work here; waiting for it …`);
  try {
    return await withFolderLock(path, begin, waiting);
  } catch (error) {
    throw isOurs ? error : cannotWrite(path, error);
  }
}

/** The command line of libs/stack. */
export const STACK = 'libs/stack/dist/cli/main.js';

/** The programs that tests of Kafka, S3 and telemetry start. */
const SERVERS = ['kafka', 'versitygw', 'minio', 'toxiproxy', 'otelcol', 'k6'];

/** The programs that media runs. */
const MEDIA = ['ffmpeg', 'poppler', 'poppler-data', 'libreoffice'];

/** The tools of the whole product, and the browser that shows it. */
const BROWSED = [...MEDIA, 'chromium'];

const ALL = ['programs', 'web'];

/** The tools and builds for each use of the repository; `product`: packages for development are not needed. */
const PROFILES = {
  start: { tools: MEDIA, builds: ALL, product: true },
  bench: { tools: MEDIA, builds: ALL },
  images: { tools: [], builds: ['web'], noMongod: true },
  'images servers': { tools: [], builds: ALL, servers: ['kafka', 'versitygw'] },
  test: { tools: ['ffmpeg', 'poppler', 'poppler-data'], builds: [] },
  lint: { tools: [], builds: [], noMongod: true },
  dev: { tools: MEDIA, builds: [] },
  stack: { tools: [], builds: ['programs'] },
  servers: { tools: [], builds: ['programs'], servers: SERVERS },
  e2e: { tools: BROWSED, builds: ALL },
  'e2e firefox': { tools: [...BROWSED, 'firefox'], builds: ALL },
  'e2e cluster': { tools: BROWSED, builds: ALL, servers: ['kafka', 'versitygw'] },
  ci: { tools: [...BROWSED, 'nginx'], builds: ALL, servers: SERVERS },
};

/**
 * Brings the clone up to date for a profile. Looks first and takes the lock only when there is something to do.
 * @param options `insist` also tries again what failed or was refused before
 * @throws {SetupError} when something that is needed cannot be had, with what to do about it
 */
export async function setUp(profileName = 'start', { insist = false } = {}) {
  const profile = PROFILES[profileName];
  if (!profile)
    throw new SetupError(
      `There is no profile ${profileName}; there are ${Object.keys(PROFILES).join(', ')}.`,
    );
  checkNodeForSetup();
  if (!(await isReady(profile, insist))) {
    await withLock(NOTES, () => prepare(profile, { insist, offerAll: insist || profileName !== 'start' }));
  }
  if (profile.servers) await provideServers(profile.servers);
}

/** Provides tools and packages in parallel; builds need the packages. */
async function prepare(profile, { insist, offerAll }) {
  const tools = toolsToProvide(profile.tools, { insist });
  const chosen = await chooseTools(tools, { insist: offerAll });
  const hasMongod = profile.noMongod || (await mongodIsThere());
  await together([
    packagesAreFresh(profile) || installPackages(profile),
    hasMongod || fetchMongod(),
    provideTools(tools, chosen),
    installGitHook(),
  ]);
  await makeBuilds(staleBuilds(profile.builds));
}

async function isReady(profile, insist) {
  if (!packagesAreFresh(profile) || !(profile.noMongod || (await mongodIsThere()))) return false;
  return toolsToProvide(profile.tools, { insist }).length === 0 && staleBuilds(profile.builds).length === 0;
}

/** Runs set-up for a command: on failure says why and what to do, and ends the process. */
export async function setUpOrExit(profileName, options) {
  try {
    await setUp(profileName, options);
  } catch (error) {
    say(error instanceof SetupError ? `\n${error.message}` : error.stack);
    process.exit(1);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  await setUpOrExit(process.argv[2], { insist: true });
  say(`Skyshelf is set up (${((performance.now() - started) / 1000).toFixed(2)} s).`);
}
