import type { EndRecord, HistoryRecord, IntentionRecord } from '../history/records.js';

/** An intention with what is known of its outcome. */
export interface Command extends IntentionRecord {
  end: EndRecord | null;
}

/** One element as its makers may expect it. */
export interface ExpectedElement {
  id: string;
  worker: string;
  folderId: string;
  /** The name last acknowledged, and those of renames of which no one knows. */
  names: Set<string>;
  gone: 'no' | 'maybe' | 'yes';
  linkurl: string | null;
  sha256: string | null;
  image: boolean;
}

/** Computes the drive that a user may expect after the acknowledged commands. */
export class ExpectedDrive {
  readonly elements = new Map<string, ExpectedElement>();
  /** Names of what may be there, once for each intention that no one knows the outcome of. */
  readonly maybe = new Map<string, number>();

  /** Takes the next command whose outcome is known, or that no one will hear of any more. */
  apply({ op, payload, end, worker }: Command): void {
    const outcome = end?.outcome ?? 'unknown';
    if (outcome === 'refused') return;
    const known = outcome === 'ok';
    if (op === 'create' || op === 'upload') {
      if (!known || end?.id === undefined) return this.mayAppear(payload.name ?? '');
      this.elements.set(end.id, {
        id: end.id,
        worker,
        folderId: payload.folderId ?? '',
        names: new Set([payload.name ?? '']),
        gone: 'no',
        linkurl: end.linkurl ?? null,
        sha256: payload.sha256 ?? null,
        image: payload.image ?? false,
      });
    } else for (const id of payload.ids ?? []) this.change(id, op, payload.name ?? '', known);
  }

  /** Whether an element is there, given what is known of the folders above it. */
  fate({ gone, folderId }: ExpectedElement): ExpectedElement['gone'] {
    const folder = this.elements.get(folderId);
    if (gone === 'yes' || !folder) return gone;
    const above = this.fate(folder);
    if (above === 'yes') return 'yes';
    return above === 'maybe' ? 'maybe' : gone;
  }

  private mayAppear(name: string): void {
    this.maybe.set(name, (this.maybe.get(name) ?? 0) + 1);
  }

  private change(id: string, op: 'rename' | 'delete', name: string, known: boolean): void {
    const element = this.elements.get(id);
    if (!element) return;
    if (op === 'delete') element.gone = known ? 'yes' : 'maybe';
    else if (known) element.names = new Set([name]);
    else element.names.add(name);
  }
}

/** All commands of a history, each with its outcome, in the order in which they began. */
export function commandsOf(history: readonly HistoryRecord[]): Command[] {
  const commands = new Map<number, Command>();
  for (const record of history) {
    if (record.t === 'intend') commands.set(record.n, { ...record, end: null });
    const command = record.t === 'end' ? commands.get(record.n) : undefined;
    if (command && record.t === 'end') command.end = record;
  }
  return [...commands.values()];
}

/** The drives as they are to be at the end of a history. */
export function expectedDrives(history: readonly HistoryRecord[]): Map<string, ExpectedDrive> {
  const drives = new Map<string, ExpectedDrive>();
  const driveOf = (user: string): ExpectedDrive => {
    const found = drives.get(user) ?? new ExpectedDrive();
    drives.set(user, found);
    return found;
  };
  for (const command of commandsOf(history).sort(byEnd)) driveOf(command.user).apply(command);
  return drives;
}

/** Sorts commands by their ends; unfinished ones come last. */
const byEnd = (left: Command, right: Command): number =>
  (left.end?.at ?? Infinity) - (right.end?.at ?? Infinity) || left.n - right.n;
