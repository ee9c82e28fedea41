import type { Answer } from '@skyshelf/contracts/browser';

/** Its bytes never pass through this browser. */
export interface RemoteFile {
  name: string;
  /** Null where its source does not say. */
  size: number | null;
  type: string;
  source: Answer<'listSources'>['sources'][number]['name'];
  /** Below `/companion/`. */
  path: string;
  /** How the source knows it. */
  body: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}
