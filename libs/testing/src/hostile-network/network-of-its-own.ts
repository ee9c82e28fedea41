import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { nameServer, privateAddresses, publicAddresses } from './addresses.js';

const MARK = 'SKYSHELF_TEST_NETWORK';
const root = resolve(import.meta.dirname, '../../../..');

/** Whether this process runs in a network of its own: then the servers of `startHostileNetwork` are all there is. */
export const isInOwnNetwork = process.env[MARK] !== undefined;

/**
 * Whether tests can't be run in one on this machine; says why.
 * @param missing what else they need and is not there; null: nothing
 */
export function lacksOwnNetwork(missing: string | null = null): boolean {
  const lack = missing ?? noOwnNetwork();
  if (lack) process.stderr.write(`Not tried in a network of its own: ${lack}.\n`);
  return lack !== null;
}

function noOwnNetwork(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux';
  const made = spawnSync('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up']);
  if (made.status !== 0) return 'unshare or ip is missing or not allowed';
  return spawnSync('openssl', ['version']).status === 0 ? null : 'openssl is missing';
}

/**
 * All addresses are this machine's, on an interface as programs expect one to the world; names are resolved
 * by our server alone. `$1`: the folder with its settings.
 */
const SET_UP = `
set -e
ip link set lo up
ip link add world type veth peer name far
ip link set world up
ip link set far up
for address in ${[...privateAddresses, ...publicAddresses, nameServer].join(' ')}; do
  case $address in
    *:*) ip -6 addr add $address/128 dev world nodad 2>/dev/null || true ;;
    *) ip addr add $address/32 dev world 2>/dev/null || true ;;
  esac
done
ip route add default dev world
mount --bind "$1/resolv.conf" /etc/resolv.conf
shift
exec "$@"`;

/**
 * Runs a file of tests once more, in a network that has nothing but this machine.
 * @throws Error that names each test that failed, or how the run died, with all that it has said
 */
export async function runInOwnNetwork(specFile: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-network-'));
  try {
    writeFileSync(join(folder, 'resolv.conf'), `nameserver ${nameServer}\noptions timeout:10 attempts:3\n`);
    makeCertificate(folder);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const run = [process.execPath, vitest, 'run', '--project', 'integration*', specFile];
    const args = ['--net', '--mount', '--fork', '--kill-child', 'sh', '-c', SET_UP, 'sh', folder, ...run];
    const { PATH = '', HOME = '' } = process.env;
    const result = join(folder, 'result.json');
    const marks = {
      [MARK]: folder,
      NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
      // No file of this kind asks a database: the run in there starts none.
      MONGODB_URI: 'mongodb://none.invalid',
    };
    const child = spawn('unshare', args, {
      cwd: root,
      env: { PATH, HOME, ...marks, SKYSHELF_TEST_RESULT: result },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (status === 0) return;
    const failures = existsSync(result) ? failuresIn(readFileSync(result, 'utf8')) : [];
    const ended = `The run ended by ${signal ?? `exit code ${status}`}.`;
    throw new Error([...failures, ended, ...(await said)].join('\n'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `tools/vitest/count-reporter.ts` writes these files. */
const resultFile = z.object({ failures: z.array(z.string()) });
const failuresIn = (result: string): string[] => resultFile.parse(JSON.parse(result)).failures;

/** The folder with the settings of this network: `cert.pem` and `key.pem` of all names below `site.example`. */
export const networkFolder = (): string => process.env[MARK] ?? '';

function makeCertificate(folder: string): void {
  const names = 'subjectAltName=DNS:site.example,DNS:*.site.example';
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=site.example', '-addext', names, '-days', '2'];
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject]);
  if (made.status !== 0) throw new Error(`No certificate could be made: ${String(made.stderr)}`);
}
