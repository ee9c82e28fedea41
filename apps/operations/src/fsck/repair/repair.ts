import type { Installation } from '../../installation.js';
import type { Finding } from '../finding.js';

/** Removes nothing made by users; interruptible and repeatable. */
export interface Repair {
  /** The report shows it, in the past tense. */
  done: string;
  /**
   * `stream`: the drive's events are complete. `everything`: also, services' data are of one moment. Else it
   * does nothing.
   */
  trusts: 'stream' | 'everything';
  /**
   * All of one subject.
   * @throws Unrepairable with the reason; what services answer
   */
  run(installation: Installation, findings: readonly Finding[]): Promise<void>;
}

export class Unrepairable extends Error {
  override name = 'Unrepairable';
}
