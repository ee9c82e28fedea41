import { existsSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import { bundle, isOurs } from '../../tools/setup/bundle.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';
import { HOME } from './image-list.mjs';
import { filesBelow, Layer } from './layer.mjs';
import { componentOfPackage, isWantedFile, npmPackages } from './npm-packages.mjs';

const { version, name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
export const VERSION = version;
export const PRODUCT = { name, version, purl: `pkg:generic/${name}@${version}` };

/** The program that an image starts. */
export const PROGRAM = `${HOME}/program.js`;

/**
 * The product's own part of an image: its program packed, packages that can't be packed, and folders as they
 * are.
 * @param drafts a folder below the repository: maps name their sources relative to it
 */
export async function programLayer(
  { program, packages = [], leftOut = [], files = {} },
  { arch, folder, drafts },
) {
  const layer = new Layer(folder);
  layer.write(`${HOME}/package.json`, `${JSON.stringify({ name, version, type: 'module' })}\n`, PRODUCT);
  const found = await addPacked(layer, program, drafts);
  const needed = new Set([...packages, ...found].filter((each) => !leftOut.includes(each)));
  for (const each of await npmPackages([...needed].sort(), arch))
    layer.addFolder(
      `${HOME}/${each.place}`,
      each.folder,
      (path) => isWantedFile(path) && !path.startsWith('node_modules/'),
      each.component,
    );
  for (const [place, source] of Object.entries(files)) {
    if (!existsSync(join(ROOT, source))) throw new SetupError(`${source} is missing: run "npm run build".`);
    layer.addFolder(`${HOME}/${place}`, join(ROOT, source), () => true, PRODUCT);
  }
  return layer;
}

/** @returns the packages that it imports without being packed with them */
async function addPacked(layer, program, drafts) {
  const draft = join(drafts, 'packed');
  rmSync(draft, { recursive: true, force: true });
  const output = await bundle({ program: join(ROOT, program) }, draft, { entryFileNames: '[name].js' });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const made = new Set(chunks.map(({ fileName }) => fileName));
  for (const path of filesBelow(draft)) {
    const chunk = chunks.find(({ fileName }) => fileName === path || `${fileName}.map` === path);
    layer.add(`${HOME}/${path}`, join(draft, path), ...componentsOf(chunk?.moduleIds ?? []));
  }
  return chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports.filter(isInstalled)])
    .filter((each) => !made.has(each) && !each.startsWith('node:') && !builtinModules.includes(each))
    .map(packageOf);
}

const packageOf = (module) => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

/** Some are only tried: packages that another one can do without. */
const isInstalled = (module) => existsSync(join(ROOT, 'node_modules', packageOf(module)));

/** Lists the packages whose code a packed file contains. */
function componentsOf(modules) {
  const components = new Map([[PRODUCT.purl, PRODUCT]]);
  for (const id of modules.filter((each) => each.startsWith(ROOT) && !isOurs(each))) {
    const [folder, path] = splitAt(id, `${sep}node_modules${sep}`);
    const package_ = path.split(sep, path.startsWith('@') ? 2 : 1).join('/');
    const manifest = JSON.parse(readFileSync(join(folder, package_, 'package.json'), 'utf8'));
    const component = componentOfPackage(package_, manifest);
    components.set(component.purl, component);
  }
  return components.values();
}

function splitAt(path, mark) {
  const at = path.lastIndexOf(mark) + mark.length;
  return [path.slice(0, at), path.slice(at)];
}
