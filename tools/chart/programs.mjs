/** The programs that check the chart, made once into the user's cache. */
import { join } from 'node:path';
import { compile } from '../setup/compile.mjs';
import { SetupError } from '../setup/messages.mjs';
import { ROOT } from '../setup/paths.mjs';

const NAMES = ['helm', 'helm-unittest', 'kube-score', 'kubernetes-validate', 'promtool', 'amtool'];
let why = '';

/**
 * @returns name → path, or null when a toolchain is missing, or a program that is not to be made:
 * `whyNoPrograms` says which
 */
export async function programs({ onlyCached, names = NAMES }) {
  await compile('libs/stack', 'apps/signals');
  const { isProvided, provide, ProvisionError, provisionProblem } = await import(
    join(ROOT, 'libs/stack/dist/programs/provide.js')
  );
  try {
    for (const name of names) {
      if (onlyCached && !isProvided(name)) why = `${name} is not there yet: npm run chart`;
      else why = (await provisionProblem(name)) ?? '';
      if (why) return null;
    }
    const paths = {};
    for (const name of names) paths[name] = await provide(name, (line) => process.stderr.write(`${line}\n`));
    return paths;
  } catch (error) {
    if (error instanceof ProvisionError) throw new SetupError(error.message);
    throw error;
  }
}

export const whyNoPrograms = () => why;
