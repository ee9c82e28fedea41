import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../images/must-run.mjs';
import { productNode } from '../../setup/node-version.mjs';
import { previousVersion } from '../../setup/previous-version.mjs';

export const PREVIOUS_TAG = 'previous';

/**
 * Builds the version that the chart is upgraded from, once, and its images.
 * @param names those that are wanted
 * @returns its folder, laid out as the repository, and the layout of its images
 */
export async function previousWithImages(names) {
  const folder = await previousVersion('withChart');
  const layout = join(folder, 'dist/images', process.arch, 'oci');
  if (!existsSync(join(layout, 'index.json')))
    await mustRun(productNode(), ['tools/images/main.mjs', ...names], { cwd: folder });
  return { folder, layout };
}
