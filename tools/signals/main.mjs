/**
 * `npm run campaign -- signals`: a cluster under load, scraped by a real Prometheus with the rules of the chart.
 * Without faults no one is paged; after chaos every query of rules and dashboards has an answer; causes made
 * for real bring their alerts in time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { allAlerts, ruleGroups } from '../../apps/signals/dist/rules.js';
import { dashboardQueries } from '../../apps/signals/dist/chart-files.js';
import { planFaults } from '../../chaos/dist/faults/fault-plan.js';
import { runFaults } from '../../chaos/dist/faults/fault-run.js';
import { causes } from './causes.mjs';
import { openInstallation } from './installation.mjs';
import { notifications, uninhibited } from './pages.mjs';
import { TIMES_QUICKER } from './prometheus.mjs';
import { unanswered } from './queries.mjs';

const text = (standard) => ({ type: 'string', default: standard });
const { values } = parseArgs({
  options: { calm: text('20'), chaos: text('10'), causes: text('.'), users: text('2'), rest: text('2') },
});
const say = (line) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const failures = [];
const judge = (well, line) => {
  say(`${well ? 'ok' : 'FAILED'} ${line}`);
  if (!well) failures.push(line);
};
const until = async (seconds, isSo) => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(1_000))
    if (await isSo()) return true;
  return isSo();
};
const names = (alerts) => [...new Set(alerts.map(({ labels }) => labels.alertname))];
const isPage = ({ labels }) => labels.severity === 'page';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const tools = await openInstallation({
  users: Number(values.users),
  rest: Number(values.rest),
  groups: ruleGroups,
  say,
});
const { prometheus, target } = tools;
const pages = async () => names(uninhibited(await prometheus.firing()).filter(isPage));

async function calm(minutes) {
  const came = new Set();
  await until(minutes * 60, async () => ((await pages()).forEach((name) => came.add(name)), false));
  const inRules = (minutes * TIMES_QUICKER) / 60;
  judge(
    came.size === 0,
    `${minutes} min of work, ${inRules} h of the rules: ${came.size} pages ${[...came]}`,
  );
}

async function chaos(minutes) {
  const from = Date.now() / 1000;
  const end = Date.now() + minutes * 60_000;
  const kinds = ['service-kill', 'service-pause', 'mongod-kill', 'kafka-kill', 's3-kill', 's3-cut'];
  const plan = planFaults(target.victims, { seed: 'signals', minutes: minutes + 5, kinds });
  let struck = 0;
  await runFaults(plan.values(), {
    target,
    history: tools.history,
    inFlight: () => tools.client.inFlight,
    isOver: () => Date.now() > end,
    progress: () => {},
    strikes: () => {},
    struck: () => (struck += 1),
  });
  const { asked, empty } = await unanswered(prometheus, {
    panels: dashboardQueries(),
    groups: ruleGroups,
    from,
  });
  for (const { where, query, missing } of empty) say(`no answer: ${where}: ${query} ${missing.join(' ')}`);
  const left = `${empty.length} without an answer`;
  judge(empty.length === 0, `${asked} queries after ${minutes} min and ${struck} faults, ${left}`);
}

/** Of an alert, in the time of this run; scrapes and the start of a fault come on top. */
const bound = (name) =>
  (allAlerts.find((each) => each.name === name).proof.firesWithin * 60) / TIMES_QUICKER + 10;

/** Makes some causes at once, and judges what comes of them. */
async function make(some) {
  const wanted = some.flatMap(([, { alerts }]) => alerts);
  await until(60, async () => (await pages()).length === 0);
  // What fires already would not be seen to come.
  await until(240, async () => !names(await prometheus.firing()).some((name) => wanted.includes(name)));
  const before = names(await prometheus.firing());
  const came = new Map();
  const paged = new Set();
  const note = async () => {
    const firing = names(await prometheus.firing()).filter((name) => !before.includes(name));
    for (const name of firing) if (!came.has(name)) came.set(name, Math.round((Date.now() - began) / 1_000));
    for (const name of await pages()) if (came.has(name)) paged.add(name);
    return firing;
  };
  const later = Math.max(...some.map(([, each]) => each.later ?? 0));
  const ends = await Promise.all(some.map(([, { begin }]) => begin(tools)));
  const began = Date.now();
  await until(Math.max(...wanted.map(bound)) + later, async () => {
    await note();
    return wanted.every((name) => came.has(name));
  });
  for (const done of await Promise.allSettled(ends.map(async (end) => end())))
    if (done.status === 'rejected') judge(false, `it could not be ended: ${done.reason.message}`);
  const ended = await until(100, async () => !(await note()).some((name) => wanted.includes(name)));
  const inTime = (name) => came.get(name) <= bound(name) + later;
  for (const [what, { alerts }] of some) {
    const told = alerts.map((name) => `${name} after ${came.get(name) ?? '∞'} s of ${bound(name) + later}`);
    judge(alerts.every(inTime), `${what}: ${told.join(', ')}`);
  }
  const calls = notifications(
    [...paged].map((name) => came.get(name)),
    TIMES_QUICKER,
  );
  judge(calls <= 2 * some.length, `  ${calls} pages: ${[...paged].join(' ') || 'none'}`);
  say(`  also: ${[...came.keys()].filter((name) => !wanted.includes(name)).join(' ') || 'nothing'}`);
  say(`  ${ended ? 'ended with its cause' : 'had not ended 100 s after its cause'}`);
}

try {
  if (Number(values.calm) > 0) await calm(Number(values.calm));
  if (Number(values.chaos) > 0) await chaos(Number(values.chaos));
  const chosen = Object.entries(causes).filter(([what]) => new RegExp(values.causes).test(what));
  for (const one of chosen) if (!one[1].told) await make([one]);
  const told = chosen.filter((one) => one[1].told);
  if (told.length > 0) await make(told);
  if (tools.workload.failure) say(`the workload itself: ${tools.workload.failure.stack}`);
} finally {
  await tools.close();
}
say(failures.length === 0 ? 'passed' : `failed:\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
