import type { Command } from '../expected-drive.js';
import type { InspectedDrive, Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

/** Versions have no gap, follow the order in which commands were acknowledged, and reach every reader in it. */
export function checkOrder(inspection: Inspection): void {
  const rule = inspection.report.rule('order of a drive');
  for (const { user, events } of inspection.drives) {
    events.forEach(({ version, _id }, index) =>
      rule.expect(version === index + 1, () => `${_id} stands at place ${index + 1}`, user),
    );
    checkRealTime(inspection, user);
  }
  checkStreams(inspection);
  checkMirrors(inspection);
}

/** A command that began after another one was acknowledged has the higher version. */
function checkRealTime({ commands, drives, report }: Inspection, user: string): void {
  const rule = report.rule(`order of ${user}'s commands`);
  const drive = drives.find((each) => each.user === user);
  const versions = drive ? versionsByKey(drive) : new Map<string, number>();
  const known = commands.flatMap((command) => {
    const version = versions.get(command.key);
    return command.user === user && command.end?.outcome === 'ok' && version !== undefined
      ? [{ command, version }]
      : [];
  });
  const ends = known.toSorted((left, right) => endOf(left.command) - endOf(right.command));
  const begins = known.toSorted((left, right) => left.command.at - right.command.at);
  let ended = 0;
  let highest: { command: Command; version: number } | undefined;
  for (const begun of begins) {
    for (let next = ends[ended]; next && endOf(next.command) < begun.command.at; next = ends[ended]) {
      if (!highest || next.version > highest.version) highest = next;
      ended += 1;
    }
    const before = highest;
    rule.expect(
      !before || begun.version > before.version,
      () =>
        `#${begun.command.n} began after #${before?.command.n} was acknowledged and has version ${begun.version}, that one ${before?.version}`,
      user,
    );
  }
}

const endOf = ({ end }: Command): number => end?.at ?? Infinity;

/** The event of a command carries `key:<Idempotency-Key>`. */
const versionsByKey = ({ events }: InspectedDrive): Map<string, number> =>
  new Map(
    events.flatMap(({ opId = '', version }) =>
      opId.startsWith('key:') && version !== null ? [[opId.slice('key:'.length), version]] : [],
    ),
  );

function checkStreams({ history, drives, report }: Inspection): void {
  const rule = report.rule('live streams');
  const last = new Map<string, number>();
  for (const { stream, user, version } of recordsOf(history, 'ring')) {
    const before = last.get(stream);
    rule.expect(
      before === undefined || version >= before,
      () => `${stream} rang ${version} after ${before}`,
      user,
    );
    last.set(stream, version);
  }
  for (const { stream, user, open } of recordsOf(history, 'stream-end')) {
    const drive = drives.find((each) => each.user === user);
    if (!open || !drive) continue;
    const version = drive.replayed.version;
    rule.expect(
      last.get(stream) === version,
      () => `${stream} heard ${last.get(stream)} last of ${version}`,
      user,
    );
  }
}

/** Checks that a client that listed once and then followed has in the end what a listing shows. */
function checkMirrors({ history, drives, report }: Inspection): void {
  const rule = report.rule('following the changes');
  for (const { user, reader, since, version, resync } of recordsOf(history, 'changes'))
    rule.expect(
      resync || version >= since,
      () => `${reader} asked since ${since} and was answered ${version}`,
      user,
    );
  for (const { user, reader, version, elements } of recordsOf(history, 'mirror')) {
    const drive = drives.find((each) => each.user === user);
    if (!drive) continue;
    const listed = new Map(drive.listed.map(({ id, folderId, name }) => [id, `${folderId}/${name}`]));
    rule.expect(
      version === drive.replayed.version,
      () => `${reader} ended at ${version} of ${drive.replayed.version}`,
      user,
    );
    for (const [id, place] of listed)
      rule.expect(
        elements[id] === place,
        () => `${reader} has ${id} as ${elements[id]} instead of ${place}`,
        user,
      );
    for (const id of Object.keys(elements))
      rule.expect(listed.has(id), () => `${reader} still has ${id}`, user);
  }
}
