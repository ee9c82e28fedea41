import type { FileSample, LinkSample, NameSample } from './samples.js';

/** A folder by what the client knows it as, or by its path. */
export type Where = { ref: string } | { path: string };

/** One thing a client asks for. A `ref` is what the server called an element. */
export type Command =
  | { do: 'folder'; where: Where; name: NameSample; tags: readonly string[] }
  | { do: 'link'; where: Where; name: NameSample; link: LinkSample; tags: readonly string[] }
  | {
      do: 'edit';
      refs: readonly string[];
      name: NameSample | null;
      tags: readonly string[] | null;
      url: string | null;
    }
  | { do: 'edit-path'; from: string; to: string; name: NameSample }
  | { do: 'edit-file'; from: readonly (string | null)[]; to: readonly (string | null)[] }
  | { do: 'cut' | 'copy'; refs: readonly string[]; where: Where }
  | { do: 'delete'; refs: readonly string[]; forever?: boolean }
  | { do: 'restore'; refs: readonly string[]; to: Where | null; parents: boolean }
  | { do: 'purge'; refs: readonly string[] | null }
  | { do: 'playlist'; where: Where; name: NameSample; titles: readonly string[]; url: string; wrong: boolean }
  | { do: 'tag'; refs: readonly string[]; add: readonly string[]; remove: readonly string[] }
  | { do: 'rename-tag'; tag: string; to: string }
  | { do: 'remove-tag'; tag: string }
  | {
      do: 'start';
      where: Where;
      label: string;
      files: readonly (FileSample & { size: number })[];
      replaces: boolean;
    }
  | { do: 'restore-version'; ref: string; blob: string }
  | { do: 'keep-version'; ref: string; blob: string; label: string | null }
  | { do: 'drop-versions'; ref: string }
  | { do: 'admit'; label: string; forged: boolean }
  | { do: 'describe'; blob: string }
  | { do: 'confirm'; ref: string; confirm: boolean }
  | { do: 'exist'; blob: string | null }
  | { do: 'open'; ref: string }
  | { do: 'cancel'; known: boolean }
  | { do: 'carry' }
  | { do: 'again' | 'reuse' };

export const commandNames: readonly Command['do'][] = [
  'folder',
  'link',
  'edit',
  'edit-path',
  'edit-file',
  'cut',
  'copy',
  'delete',
  'restore',
  'purge',
  'playlist',
  'tag',
  'rename-tag',
  'remove-tag',
  'start',
  'restore-version',
  'keep-version',
  'drop-versions',
  'admit',
  'describe',
  'confirm',
  'exist',
  'open',
  'cancel',
  'carry',
  'again',
  'reuse',
];

/** How it came out. */
export interface Outcome {
  /** It is `ok` or the code of the refusal. */
  code: string;
  /** Format: `<code> <name>` each, in order. */
  warnings: readonly string[];
  /** The number in the answer; null when there is nothing to count or no one can predict it. */
  count: number | null;
}

export const ok = (count: number | null = null, warnings: readonly string[] = []): Outcome => ({
  code: 'ok',
  warnings,
  count,
});

/** A refusal on the way to an outcome. */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export function refuseIf(condition: boolean, code: string): void {
  if (condition) throw new Refused(code);
}
