/** Renders the chart with each of its cases of values. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { SetupError } from '../setup/messages.mjs';
import { ROOT } from '../setup/paths.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { words } from '../setup/words.mjs';

export const CHART = join(ROOT, 'deploy/helm/skyshelf');
export const PRODUCTION = join(CHART, 'values-production.yaml');
const FOLDER = join(CHART, 'ci');
/** The kinds belong to operators that must be there; the schemas of Kubernetes don't have them. */
const FOREIGN = /^(keda\.sh|gateway\.networking\.k8s\.io|cert-manager\.io|monitoring\.coreos\.com)\//;

/** Every file of ci/ but the wrong values; those of production stand on values-production.yaml. */
export const CASES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml') && file !== 'wrong-values.yaml')
  .map((file) => ({
    name: basename(file, '.yaml'),
    files: [...(file.startsWith('production') ? [PRODUCTION] : []), join(FOLDER, file)],
  }));

/** @returns the exit code, and the text of all objects */
export const render = (helm, files) =>
  runCommand(
    helm,
    words`template shelf ${CHART} --namespace skyshelf ${files.flatMap((file) => ['--values', file])}`,
  );

/** @returns each case with its objects, and a file with those of Kubernetes itself */
export async function renderCases(helm, folder) {
  mkdirSync(folder, { recursive: true });
  const rendered = [];
  for (const { name, files } of CASES) {
    const { code, output } = await render(helm, files);
    if (code !== 0) throw new SetupError(`ci/${name}.yaml can't be rendered:\n${output}`);
    const documents = parseAllDocuments(output).filter(({ contents }) => contents !== null);
    const broken = documents.flatMap(({ errors }) => errors);
    if (broken.length > 0) throw new SetupError(`ci/${name}.yaml: ${broken[0].message}`);
    const objects = documents.map((document) => document.toJS());
    const builtIn = join(folder, `${name}.yaml`);
    const own = documents.filter((document) => !FOREIGN.test(document.get('apiVersion')));
    writeFileSync(builtIn, own.map((document) => `---\n${document.toString()}`).join(''));
    rendered.push({ name, objects, own, builtIn });
  }
  return rendered;
}

/** @returns a file with every object of Kubernetes itself that there is in any case, what is the same once */
export function eachOnce(rendered, folder) {
  const texts = rendered.flatMap(({ own }) => own.map((document) => document.toString()));
  const file = join(folder, 'each-once.yaml');
  writeFileSync(file, [...new Set(texts)].map((text) => `---\n${text}`).join(''));
  return file;
}
