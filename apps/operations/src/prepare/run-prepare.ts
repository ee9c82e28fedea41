import type { Environment } from '@skyshelf/config';
import { prepareInstallation, type Preparation } from '@skyshelf/service';
import { serviceList } from '@skyshelf/services';
import type { Caller, Report } from '../report.js';

export interface PrepareReport extends Report, Preparation {}

/** @throws ConfigError; errors of servers that are away or refuse */
export async function runPrepare(
  env: Environment,
  { check = false }: { check?: boolean | undefined },
  { tell, signal }: Caller,
): Promise<PrepareReport> {
  const found = await prepareInstallation(serviceList, env, {
    check,
    signal,
    tell: (step, done, total) => tell({ step, done, total }),
  });
  return { ...found, text: textOf(found, check), exitCode: found.left.length > 0 ? 1 : 0 };
}

function textOf({ missing, left }: Preparation, check: boolean): string {
  const made = check ? [] : missing.filter((each) => !left.includes(each));
  const lines = [...made.map((each) => `made     ${each}`), ...left.map((each) => `missing  ${each}`)];
  if (left.length === 0) return [...lines, 'All that the services need is there.'].join('\n');
  const advice = check ? ' To make what is missing: npm run skyshelf -- prepare' : '';
  return [...lines, `${left.length} of what the services need is not as it should be.${advice}`].join('\n');
}
