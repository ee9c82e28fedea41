/**
 * `npm run chart`: everything about the Helm chart that can be known without a cluster. Needs Go and pip for
 * the programs, which are made once (some 6 minutes).
 *
 * node tools/chart.mjs [names of checks …] [--write] [--cached]
 *
 * `mistakes`, which only runs where it is named, plants some in copies of the chart: its tests must find them
 * (1 minute). `--write` renders the examples again; `--cached` makes no programs: where they are not there
 * only what needs none is checked.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generated, staleFiles } from './chart/generate.mjs';
import { checkExamples } from './chart/examples.mjs';
import { unnoticedMistakes } from './chart/mistakes.mjs';
import { programs, whyNoPrograms } from './chart/programs.mjs';
import { CASES, CHART, eachOnce, render, renderCases } from './chart/render.mjs';
import { brokenRules } from './chart/rules.mjs';
import { failedAlerts, wrongRoutes } from './chart/signals.mjs';
import { acceptedWrongValues } from './chart/wrong-values.mjs';
import { SetupError, say } from './setup/messages.mjs';
import { report, reportAll } from './setup/report.mjs';
import { runCommand } from './setup/run-command.mjs';
import { setUpOrExit } from './setup.mjs';
import { ROOT } from './setup/paths.mjs';

const OUT = join(ROOT, '.cache', 'chart');
const VERSIONS = ['1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37'].map((each) => `${each}.0`);
/** A tag or digest of ours never changes, and nodes shall start pods while the registry is away. */
const UNSCORED = ['container-image-pull-policy'];
/** The checks that a case's values leave to the cluster. */
const NOT_THERE = {
  'evaluation-no-policies': ['pod-networkpolicy'],
  'production-openshift': ['container-security-context-user-group-id'],
};

const failing = async (command, args, options) => {
  const { code, output } = await runCommand(command, args, { cwd: ROOT, ...options });
  return code === 0 ? [] : [output];
};

/** Each check answers what is wrong. */
const CHECKS = {
  generated: async () => staleFiles(generated()).map((file) => `${file} is stale: npm run generate`),
  lint: async ({ helm }) =>
    (
      await Promise.all(
        CASES.map(({ files }) =>
          failing(helm, ['lint', '--strict', '--quiet', CHART, ...files.flatMap((each) => ['-f', each])]),
        ),
      )
    ).flat(),
  unit: ({ 'helm-unittest': untt }) => failing(untt, [CHART]),
  rules: async ({ rendered }) => brokenRules(rendered),
  schemas: ({ 'kubernetes-validate': validate, rendered }) => {
    const env = { ...process.env, PYTHONPATH: join(validate, '../..') };
    const script = join(ROOT, 'tools/chart/validate-schemas.py');
    return failing('python3', [script, eachOnce(rendered, OUT), ...VERSIONS], { env });
  },
  score: async ({ 'kube-score': score, rendered }) => {
    const found = [];
    for (const { name, builtIn } of rendered) {
      const ignored = [...UNSCORED, ...(NOT_THERE[name] ?? [])];
      const unscored = ignored.flatMap((each) => ['--ignore-test', each]);
      const { code, output } = await runCommand(score, [
        'score',
        '--output-format',
        'ci',
        ...unscored,
        builtIn,
      ]);
      const critical = output.split('\n').filter((line) => line.startsWith('[CRITICAL]'));
      if (code !== 0)
        found.push(...(critical.length > 0 ? critical : [output]).map((line) => `${name}: ${line}`));
    }
    return found;
  },
  'wrong values': ({ helm }) => acceptedWrongValues((files) => render(helm, files), OUT),
  alerts: ({ promtool }) => failedAlerts(promtool, join(OUT, 'alerts')),
  'alert routes': ({ amtool }) => wrongRoutes(amtool),
  examples: ({ helm, write }) => checkExamples(helm, { write }),
};

/** Only where they are named. */
const LONG_CHECKS = { mistakes: ({ 'helm-unittest': untt }) => unnoticedMistakes(untt, OUT) };

await setUpOrExit('test');
const words = process.argv.slice(2);
const names = words.filter((each) => !each.startsWith('--'));
const found = await programs({ onlyCached: words.includes('--cached') });
let failed = 0;
if (!found) {
  const isFailure = process.env.CI && !words.includes('--cached');
  say(`Of the chart only what is generated is checked here. ${whyNoPrograms()}`);
  if (isFailure) failed += 1;
}
rmSync(OUT, { recursive: true, force: true });
const given = found && { ...found, rendered: await renderedOrExit(), write: words.includes('--write') };
const chosen = found ? (names.length > 0 ? names : Object.keys(CHECKS)) : ['generated'];
for (const name of chosen) {
  const check = { ...CHECKS, ...LONG_CHECKS }[name];
  if (!(await report(name, () => check(given)))) failed += 1;
}
reportAll(Math.max(0, chosen.length - failed), failed);

async function renderedOrExit() {
  try {
    return await renderCases(found.helm, OUT);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stdout.write(`${error.message}\n0 passed, 1 failed\n`);
    return process.exit(1);
  }
}
