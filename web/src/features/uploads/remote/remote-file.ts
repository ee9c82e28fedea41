import type { Answer } from '@skyshelf/contracts/browser';

/** A file elsewhere that the server fetches; its bytes never pass through this browser. */
export interface RemoteFile {
  name: string;
  /** Null where its source does not say. */
  size: number | null;
  type: string;
  source: Answer<'listSources'>['sources'][number]['name'];
  /** Where Companion is asked for it, below `/companion/`. */
  path: string;
  /** How the source knows it. */
  body: Readonly<Record<string, unknown>>;
  /** The user's leave of the source. */
  headers: Readonly<Record<string, string>>;
}
