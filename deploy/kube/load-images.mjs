import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../tools/setup/messages.mjs';
import { programPath } from './programs.mjs';
import { words } from '../../tools/setup/words.mjs';

const NAME = 'org.opencontainers.image.ref.name';
const REFERENCE = 'io.containerd.image.name';

/**
 * Gives a node images of an OCI layout, as if it had pulled them.
 * @param names all of them when there are none
 * @param tag what they have instead of their own
 * @returns what pods call them
 */
export async function importImages({ run }, layout, names = [], tag = '') {
  if (!existsSync(join(layout, 'index.json')))
    throw new SetupError(`There are no images in ${layout}: run "npm run images".`);
  const json = (path) => JSON.parse(readFileSync(join(layout, path), 'utf8'));
  const index = json('index.json');
  const found = chosen(index.manifests, names, layout);
  if (tag)
    for (const { annotations } of found) annotations[REFERENCE] = retagged(annotations[REFERENCE], tag);
  const blobs = found.flatMap(({ digest }) => {
    const { config, layers } = json(pathOf(digest));
    return [digest, config.digest, ...layers.map((layer) => layer.digest)];
  });
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-load-'));
  try {
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ ...index, manifests: found }));
    const all = [...new Set(blobs.map(pathOf))];
    await piped(
      ['tar', words`--create -C ${folder} index.json -C ${layout} oci-layout ${all}`],
      [programPath('ctr'), words`--address ${run}/containerd.sock --namespace k8s.io images import -`],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return found.map(({ annotations }) => annotations[REFERENCE]);
}

function chosen(manifests, names, layout) {
  const isChosen = ({ annotations }) => names.length === 0 || names.includes(annotations[NAME]);
  const missing = names.filter((name) => !manifests.some(({ annotations }) => annotations[NAME] === name));
  if (missing.length)
    throw new SetupError(`There is no image of ${missing.join(', ')} in ${layout}: run "npm run images".`);
  return manifests.filter(isChosen);
}

const retagged = (reference, tag) => `${reference.slice(0, reference.lastIndexOf(':'))}:${tag}`;
const pathOf = (digest) => `blobs/${digest.replace(':', '/')}`;

function piped([from, fromWords], [to, toWords]) {
  return new Promise((resolve, reject) => {
    const sink = spawn(to, toWords, { stdio: ['pipe', 'ignore', 'pipe'] });
    const source = spawn(from, fromWords, { stdio: ['ignore', sink.stdin, 'inherit'] });
    sink.stdin.destroy();
    let said = '';
    sink.stderr.on('data', (chunk) => (said += chunk));
    source.once('error', reject);
    sink.once('error', reject);
    sink.once('close', (code) =>
      code === 0 ? resolve() : reject(new SetupError(`The images were not taken:\n${said.trim()}`)),
    );
  });
}
