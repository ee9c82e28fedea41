/**
 * `npm run images -- [names …] [--arch x64|arm64] [--servers] [--check] [--draft] [--root FOLDER]
 * [--containerfiles]`: builds the images of Skyshelf without a daemon, a registry or a base image. One of
 * other files than the one before of the same version is refused.
 *
 *   --servers         those of the servers that an evaluation of the chart uses, for tests: never pushed
 *   --check           builds them twice, in two folders on two days, and tries out what was built
 *   --draft           for tests on this machine, from any files: never pushed
 *   --root FOLDER     writes all files of one image into a folder instead: what its Containerfile does
 *   --containerfiles  only writes deploy/images/*.Containerfile again
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUpOrExit } from '../../tools/setup.mjs';
import { compile } from '../../tools/setup/compile.mjs';
import { provideDebianPrograms } from '../../tools/setup/debian-programs.mjs';
import { SetupError, say } from '../../tools/setup/messages.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';
import { keepDigests } from './built-images.mjs';
import { ARCHITECTURES, IMAGES } from './image-list.mjs';
import { SERVERS, serverValues } from './server-list.mjs';
import { writeContainerfiles } from './containerfiles.mjs';
import { VERSION } from './program-layer.mjs';

const TO_BUILD = { mmdebstrap: 'mmdebstrap', umoci: 'umoci', 'dpkg-deb': 'dpkg', tar: 'tar' };
const TO_CHECK = { runc: 'runc', faketime: 'faketime' };

async function main() {
  const { names, arch, check, root, containerfiles, servers, draft } = parse();
  if (containerfiles) return writeContainerfiles();
  await setUpOrExit(servers ? 'images servers' : 'images');
  await provideDebianPrograms({ ...TO_BUILD, ...(check && TO_CHECK) }, 'Images are put together by');
  if (servers) await compile('libs/stack');
  const { buildImages, buildRoot, imagesFolder, PRODUCTS } = await import('./build-images.mjs');
  const list = servers ? SERVERS : PRODUCTS;
  if (check) {
    const { checkImages } = await import('./check-images.mjs');
    return await checkImages(names, arch, list);
  }
  if (root) return await buildRoot(names, arch, root);
  const built = await buildImages(names, arch, list);
  for (const { name, digest, size } of built)
    process.stdout.write(`${name.padEnd(18)} ${(size / 1e6).toFixed(1).padStart(6)} MB  ${digest}\n`);
  const folder = join(imagesFolder(arch), list.folder);
  if (!servers && !draft) keepOrRemove(folder, { version: VERSION, arch, built });
  say(`They are in ${folder}${draft ? ', drafts: never push them' : ''}.`);
  if (!servers) return;
  const values = join(imagesFolder(arch), 'local.yaml');
  writeFileSync(values, `${JSON.stringify(serverValues(), null, 2)}\n`);
  say(`A chart that asks no registry: helm install skyshelf deploy/helm/skyshelf --values ${values}`);
}

/** A refused image is not left where it could be pushed from. */
function keepOrRemove(folder, images) {
  try {
    keepDigests(join(ROOT, 'deploy/images/built.json'), images);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function parse() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', default: process.arch },
      root: { type: 'string' },
      servers: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      draft: { type: 'boolean', default: false },
      containerfiles: { type: 'boolean', default: false },
    },
  });
  const { servers, root } = values;
  const images = servers ? SERVERS.images : IMAGES;
  const unknown = positionals.filter((name) => !images[name]);
  if (unknown.length)
    throw new SetupError(
      `There is no image ${unknown.join(', ')}; there are ${Object.keys(images).join(', ')}.`,
    );
  const allowed = servers ? [process.arch] : ARCHITECTURES;
  if (!allowed.includes(values.arch))
    throw new SetupError(`--arch: given ${values.arch}, allowed are ${allowed.join(' and ')}.`);
  if (servers && root) throw new SetupError('--root goes with images of the product, not with --servers.');
  return { ...values, names: positionals.length ? positionals : Object.keys(images) };
}

try {
  await main();
} catch (error) {
  say(error instanceof SetupError || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error.stack);
  process.exitCode = 1;
}
