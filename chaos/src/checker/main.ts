import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Report } from './finding.js';
import { inspect, type EndState } from './inspection.js';
import { readHistory } from './read-history.js';
import { checkBytes } from './rules/bytes.js';
import { checkEndState } from './rules/end-state.js';
import { checkEventsPassed } from './rules/events-passed.js';
import { checkExactlyOnce } from './rules/exactly-once.js';
import { checkFsck } from './rules/fsck.js';
import { checkLiveEqualsReplay } from './rules/live-equals-replay.js';
import { checkOrder } from './rules/order.js';
import { checkPrivacy } from './rules/privacy.js';
import { checkReadYourWrites } from './rules/read-your-writes.js';
import { checkRefusals } from './rules/refusals.js';
import { checkWire } from './rules/wire.js';
import { settle } from './settle.js';
import { openShelfDatabase, type ShelfDatabase } from './shelf-database.js';

const usage = `Usage: node chaos/dist/checker/main.js settle|verify --end FILE [--history FILE] [--report FILE] [--wire FILE] [--idle SECONDS]

  settle   waits until nothing is on its way any more; exit code 1 when something stays
  verify   judges a run by its history and the state that it left; exit code 1 when it finds something
`;

const options = {
  end: { type: 'string' },
  history: { type: 'string' },
  report: { type: 'string' },
  wire: { type: 'string' },
  idle: { type: 'string', default: '40' },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [command] = positionals;
  if (!values.end || (command !== 'settle' && !(command === 'verify' && values.history)))
    return (say(usage), 2);
  const end = JSON.parse(readFileSync(values.end, 'utf8')) as EndState;
  const database = await openShelfDatabase(end.mongodbUri, end.databasePrefix);
  try {
    if (command === 'verify') return await verify(values.history ?? '', end, database, values);
    const idleMs = Number(values.idle) * 1000;
    return (await settle(database, { idleMs, mostMs: Math.max(idleMs * 2, 180_000), progress: say })) ? 0 : 1;
  } finally {
    await database.close();
  }
}

async function verify(
  path: string,
  end: EndState,
  database: ShelfDatabase,
  { report: out, wire: sent }: { report?: string; wire?: string },
): Promise<number> {
  const report = new Report();
  const wire = sent ? new Map(JSON.parse(readFileSync(sent, 'utf8')) as [string, number][]) : null;
  const inspection = await inspect(readHistory(path), end, database, report, wire);
  checkRefusals(inspection);
  checkExactlyOnce(inspection);
  await checkEndState(inspection);
  checkReadYourWrites(inspection);
  checkOrder(inspection);
  await checkLiveEqualsReplay(inspection);
  await checkBytes(inspection);
  await checkEventsPassed(inspection);
  await checkPrivacy(inspection);
  await checkWire(inspection);
  await checkFsck(inspection);
  for (const { rule, user, text } of report.findings)
    say(`FOUND ${rule}${user ? ` (${user})` : ''}: ${text}`);
  for (const [rule, { checked, failed }] of report.rules)
    say(`${failed ? 'FAILED' : 'ok'} ${rule}: ${checked} looked at, ${failed} wrong`);
  const result = { findings: report.findings, rules: Object.fromEntries(report.rules) };
  if (out) writeFileSync(out, JSON.stringify(result, null, 1));
  say(`${report.passed} passed, ${report.failed} failed`);
  return report.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
