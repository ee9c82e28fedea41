/** `npm run typecheck`: the types of everything; starting and packing check none. Part of `npm run lint`. */
import { typesOfPackages, typesOfPage, typesOfTests } from './lint/types.mjs';
import { setUpOrExit } from './setup.mjs';
import { ROOT } from './setup/paths.mjs';
import { report, reportAll } from './setup/report.mjs';

await setUpOrExit('lint');
const passed = await Promise.all([
  report('packages', () => typesOfPackages(ROOT)),
  report('tests', () => typesOfTests(ROOT)).then(async (isWell) => {
    const isPageWell = await report('page', () => typesOfPage(ROOT));
    return isWell && isPageWell;
  }),
]);
reportAll(passed.filter(Boolean).length, passed.filter((isWell) => !isWell).length);
