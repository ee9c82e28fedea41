/**
 * A package of ours that is imported must stand in the importer's package.json, and for the compiler in the references
 * of its tsconfig.json. (dependency-cruiser sees links of the workspace as local files and lets them pass.)
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, sourceFiles } from './source-files.mjs';

const IMPORT = /(?:from|import)\s*\(?\s*['"](@skyshelf\/[a-z-]+)/g;
const PACKAGE = /^((?:libs|services|apps)\/[^/]+|web|e2e|bench|chaos)\//;

/** Lists packages that are imported but not declared. */
export function checkWorkspaceDependencies(root) {
  const packages = new Map();
  const seen = new Set();
  for (const path of sourceFiles(root)) {
    const folder = PACKAGE.exec(path)?.[1];
    if (!folder || !existsSync(join(root, folder, 'package.json'))) continue;
    if (!packages.has(folder)) packages.set(folder, declarations(root, folder));
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      for (const missing of missingFor(packages.get(folder), name, path)) seen.add(`${folder}: ${missing}`);
    }
  }
  return [...seen].sort();
}

function missingFor(declared, name, path) {
  if (name === declared.name) return [];
  const test = isTest(path);
  const missing = [];
  if (!declared.product.has(name) && !(test && declared.development.has(name))) {
    missing.push(
      `${name} is imported (${path}) but not in ${test ? 'devDependencies' : 'dependencies'} of package.json`,
    );
  }
  if (!test && declared.references && !declared.references.has(name)) {
    missing.push(`${name} is imported (${path}) but not in the references of tsconfig.json`);
  }
  return missing;
}

function declarations(root, folder) {
  const manifest = read(join(root, folder, 'package.json'));
  const references = read(join(root, folder, 'tsconfig.json'))?.references;
  const nameOf = ({ path }) => read(join(root, folder, path, 'package.json'))?.name;
  return {
    name: manifest.name,
    product: new Set(Object.keys(manifest.dependencies ?? {})),
    development: new Set(Object.keys(manifest.devDependencies ?? {})),
    references: folder === 'web' || !references ? undefined : new Set(references.map(nameOf)),
  };
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
