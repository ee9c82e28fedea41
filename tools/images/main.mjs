/**
 * `npm run images -- [names …] [--arch x64|arm64] [--check] [--root FOLDER] [--containerfiles]`: builds the
 * images of Skyshelf without a daemon, a registry or a base image.
 *
 *   --check           builds them twice, in two folders on two days, and tries out what was built
 *   --root FOLDER     writes all files of one image into a folder instead: what its Containerfile does
 *   --containerfiles  only writes deploy/images/*.Containerfile again
 */
import { parseArgs } from 'node:util';
import { setUpOrExit } from '../setup.mjs';
import { SetupError, say } from '../setup/messages.mjs';
import { productNode } from '../setup/node-version.mjs';
import { ROOT } from '../setup/paths.mjs';
import { provideImageTools } from './image-tools.mjs';
import { IMAGES } from './image-list.mjs';
import { writeContainerfiles } from './containerfiles.mjs';
import { mustRun } from './must-run.mjs';

const ARCHITECTURES = ['x64', 'arm64'];

async function main() {
  const { names, arch, check, root, containerfiles } = parse();
  if (containerfiles) return writeContainerfiles();
  await setUpOrExit('images');
  await provideImageTools({ check });
  // No start on one machine needs it.
  await mustRun(productNode(), ['node_modules/typescript/bin/tsc', '-b', 'apps/evaluation'], { cwd: ROOT });
  if (check) {
    const { checkImages } = await import('./check-images.mjs');
    return await checkImages(names, arch);
  }
  const { buildImages, buildRoot, imagesFolder } = await import('./build-images.mjs');
  if (root) return await buildRoot(names, arch, root);
  for (const { name, digest, size } of await buildImages(names, arch))
    process.stdout.write(`${name.padEnd(18)} ${(size / 1e6).toFixed(1).padStart(6)} MB  ${digest}\n`);
  say(`They are in ${imagesFolder(arch)}.`);
}

function parse() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', default: process.arch },
      root: { type: 'string' },
      check: { type: 'boolean', default: false },
      containerfiles: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !IMAGES[name]);
  if (unknown.length)
    throw new SetupError(
      `There is no image ${unknown.join(', ')}; there are ${Object.keys(IMAGES).join(', ')}.`,
    );
  if (!ARCHITECTURES.includes(values.arch))
    throw new SetupError(`--arch: given ${values.arch}, allowed are ${ARCHITECTURES.join(' and ')}.`);
  return { ...values, names: positionals.length ? positionals : Object.keys(IMAGES) };
}

try {
  await main();
} catch (error) {
  say(error instanceof SetupError || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error.stack);
  process.exitCode = 1;
}
