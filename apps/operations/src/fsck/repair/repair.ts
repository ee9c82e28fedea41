import type { Installation } from '../../installation.js';
import type { Finding } from '../finding.js';

/** Removes nothing made by users; interruptible and repeatable. */
export interface Repair {
  /** In the past tense, for the report. */
  done: string;
  /**
   * `stream`: the drive's events are complete. `everything`: services' data are also of one moment. In doubt
   * it does nothing.
   */
  trusts: 'stream' | 'everything';
  /**
   * All findings concern one subject.
   * @throws Unrepairable with the reason; whatever the services answer
   */
  run(installation: Installation, findings: readonly Finding[]): Promise<void>;
}

/** In words for the operator. */
export class Unrepairable extends Error {
  override name = 'Unrepairable';
}
