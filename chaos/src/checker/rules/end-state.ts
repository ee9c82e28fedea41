import { createHash } from 'node:crypto';
import { apiReader, type Listed } from '../api-listing.js';
import type { ExpectedElement } from '../expected-drive.js';
import type { Findings } from '../finding.js';
import type { InspectedDrive, Inspection } from '../inspection.js';
import { recordsOf } from '../read-history.js';

const MOST_SILENT = 2;

/** Checks that the API shows in the end what was acknowledged; bytes too. */
export async function checkEndState({ drives, end, report }: Inspection): Promise<void> {
  const rule = report.rule('acknowledged is there');
  for (const inspected of drives) {
    compare(inspected, rule);
    await compareBytes(inspected, end.gateways, rule);
  }
}

function compare({ user, expected, listed }: InspectedDrive, rule: Findings): void {
  const byId = new Map<string, Listed>();
  for (const element of listed) {
    rule.expect(!byId.has(element.id), () => `${element.id} “${element.name}” is listed twice`, user);
    byId.set(element.id, element);
  }
  for (const element of expected.elements.values()) compareElement(element, byId.get(element.id));
  const left = new Map(expected.maybe);
  for (const { id, name } of listed.filter((each) => !expected.elements.has(each.id))) {
    const times = left.get(name) ?? 0;
    rule.expect(times > 0, () => `${id} “${name}” is there, and no one made it`, user);
    left.set(name, times - 1);
  }

  function compareElement(element: ExpectedElement, found: Listed | undefined): void {
    const { id, folderId, names } = element;
    const words = () => `${id} “${[...names].join('” or “')}” of ${element.worker}`;
    const fate = expected.fate(element);
    rule.expect(
      fate !== 'yes' || !found,
      () => `${words()} was deleted and is there as “${found?.name}”`,
      user,
    );
    rule.expect(fate !== 'no' || found !== undefined, () => `${words()} is missing`, user);
    if (!found || fate === 'yes') return;
    rule.expect(names.has(found.name), () => `${words()} is called “${found.name}”`, user);
    rule.expect(
      found.folderId === folderId,
      () => `${words()} is in ${found.folderId} instead of ${folderId}`,
      user,
    );
  }
}

async function compareBytes(
  { user, token, expected, listed }: InspectedDrive,
  gateways: readonly string[],
  rule: Findings,
): Promise<void> {
  let turn = 0;
  let silent = 0;
  for (const { id, linkurl, name } of listed) {
    const sha256 = expected.elements.get(id)?.sha256;
    // An answer that never ends takes long to be given up: some are enough.
    if (!sha256 || linkurl === null || silent >= MOST_SILENT) continue;
    turn += 1;
    const { status, bytes } = await apiReader(gateways[turn % gateways.length] ?? '', token).file(linkurl);
    if (status === 0) silent += 1;
    const found = createHash('sha256').update(bytes).digest('hex');
    rule.expect(
      status === 200 && found === sha256,
      () => `the bytes of “${name}” are not those acknowledged (${status}, ${bytes.length} bytes)`,
      user,
    );
  }
}

/**
 * Checks that the files users opened were converted and are of the right sort. A run in which no one opens anything
 * proves nothing.
 */
export function checkConverted({ history, report }: Inspection): void {
  const converted = recordsOf(history, 'converted');
  if (converted.length === 0) return;
  const rule = report.rule('what is opened is made');
  for (const { user, name, status, right } of converted)
    rule.expect(right, () => `of “${name}” came ${status === 0 ? 'nothing' : status}`, user);
}
