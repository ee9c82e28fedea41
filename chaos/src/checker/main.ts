import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FoundSomething, Report } from './finding.js';
import { inspect, type EndState, type Inspection } from './inspection.js';
import { readHistory } from './read-history.js';
import { checkBytes, checkReadyIsWhole } from './rules/bytes.js';
import { checkConverted, checkEndState } from './rules/end-state.js';
import { checkCursorsBack, checkEventsPassed, checkTokens } from './rules/events-passed.js';
import { checkExactlyOnce } from './rules/exactly-once.js';
import { checkFsck } from './rules/fsck.js';
import { checkLiveEqualsReplay } from './rules/live-equals-replay.js';
import { checkOrder } from './rules/order.js';
import { checkIntrusions, checkPrivacy } from './rules/privacy.js';
import { checkReadYourWrites } from './rules/read-your-writes.js';
import { checkRefusals } from './rules/refusals.js';
import { checkWire } from './rules/wire.js';
import { settle } from './settle.js';
import { openShelfDatabase, type ShelfDatabase } from './shelf-database.js';

const usage = `Usage: node chaos/dist/checker/main.js settle|glance|verify --end FILE [--history FILE] [--report FILE] [--wire FILE]
                                        [--idle SECONDS] [--most SECONDS] [--first]

  settle   waits until nothing is on its way any more, at most --most seconds, or until nothing moves for --idle seconds; exit code 1 when something stays
  glance   judges what holds at any moment at which no one asks for anything; exit code 1 when it finds something
  verify   judges a run by its history and the state that it left; exit code 1 when it finds something
  --first  the first finding is enough
`;

const options = {
  end: { type: 'string' },
  history: { type: 'string' },
  report: { type: 'string' },
  wire: { type: 'string' },
  idle: { type: 'string', default: '40' },
  most: { type: 'string', default: '180' },
  first: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [command = ''] = positionals;
  const judge = judges[command];
  if (!values.end || (command !== 'settle' && !(judge && values.history))) return (say(usage), 2);
  const state = JSON.parse(readFileSync(values.end, 'utf8')) as EndState;
  const database = await openShelfDatabase(state.mongodbUri, state.databasePrefix);
  try {
    // What may be judged at any moment may have nothing to look at yet.
    const first = values.first || command === 'glance';
    if (judge) return await verify(values.history ?? '', { ...values, first, end: state, database, judge });
    const idleMs = Number(values.idle) * 1000;
    const mostMs = Math.max(idleMs * 2, Number(values.most) * 1000);
    return (await settle(database, { idleMs, mostMs, progress: say })) ? 0 : 1;
  } finally {
    await database.close();
  }
}

type Judge = (inspection: Inspection) => Promise<void>;

const judges: Record<string, Judge | undefined> = {
  glance: async (inspection) => {
    checkRefusals(inspection);
    checkIntrusions(inspection);
    checkReadYourWrites(inspection);
    checkCursorsBack(inspection);
    checkExactlyOnce(inspection);
    checkOrder(inspection);
    await checkTokens(inspection);
    await checkReadyIsWhole(inspection);
  },
  verify: async (inspection) => {
    checkRefusals(inspection);
    checkReadYourWrites(inspection);
    checkCursorsBack(inspection);
    checkExactlyOnce(inspection);
    checkOrder(inspection);
    await checkLiveEqualsReplay(inspection);
    await checkTokens(inspection);
    await checkReadyIsWhole(inspection);
    await checkWire(inspection);
    await checkEventsPassed(inspection);
    await checkBytes(inspection);
    await checkEndState(inspection);
    checkConverted(inspection);
    await checkPrivacy(inspection);
    await checkFsck(inspection);
  },
};

interface Verification {
  end: EndState;
  database: ShelfDatabase;
  judge: Judge;
  report?: string;
  wire?: string;
  first: boolean;
}

async function verify(
  path: string,
  { end, database, judge, report: out, wire: sent, first }: Verification,
): Promise<number> {
  const report = new Report(first);
  const wire = sent ? new Map(JSON.parse(readFileSync(sent, 'utf8')) as [string, number[]][]) : null;
  try {
    await judge(await inspect(readHistory(path), end, database, report, wire));
  } catch (error) {
    if (!(error instanceof FoundSomething)) throw error;
  }
  for (const { rule, user, text } of report.findings)
    say(`FOUND ${rule}${user ? ` (${user})` : ''}: ${text}`);
  for (const rule of first ? [] : report.blind) say(`FOUND ${rule}: it looked at nothing`);
  for (const [rule, { checked, failed }] of report.rules)
    say(
      `${failed || (checked === 0 && !first) ? 'FAILED' : 'ok'} ${rule}: ${checked} looked at, ${failed} wrong`,
    );
  const result = { findings: report.findings, rules: Object.fromEntries(report.rules) };
  if (out) writeFileSync(out, JSON.stringify(result, null, 1));
  say(`${report.passed} passed, ${report.failed} failed`);
  return report.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
