import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Layer, writeLayer } from '../images/layer.mjs';
import { mustRun } from '../images/must-run.mjs';
import { nameImages } from '../images/oci-layout.mjs';
import { programPath } from './programs.mjs';

const referenceOf = (name) => `localhost/${name}:1`;
export const PAUSE = referenceOf('pause');
export const COREDNS = referenceOf('coredns');

/**
 * Makes images of the cluster's own servers, each of one program that needs nothing else. They are never pushed.
 * @returns the folder of their layout
 */
export async function makeServerImages({ folder }) {
  const work = join(folder, 'server-images');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const layout = join(work, 'oci');
  await mustRun('umoci', ['init', '--layout', layout]);
  for (const program of ['pause', 'coredns']) {
    const layer = new Layer(join(work, program));
    const archive = join(work, `${program}.tar`);
    layer.add(`/${program}`, programPath(program), { purl: `pkg:generic/${program}` });
    await writeLayer(layer, archive);
    const image = ['--image', `${layout}:${program}`];
    await mustRun('umoci', ['new', ...image]);
    await mustRun('umoci', ['raw', 'add-layer', ...image, archive]);
    await mustRun('umoci', [
      'config',
      ...image,
      `--config.entrypoint=/${program}`,
      '--config.user=65534:65534',
    ]);
  }
  nameImages(layout, referenceOf);
  return layout;
}
