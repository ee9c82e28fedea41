import type { Installation } from '../../installation.js';
import type { Finding } from '../finding.js';

/** A way to repair what a check has found. It removes nothing that anybody has made, may be broken off, and may be repeated. */
export interface Repair {
  /** What it does, in the past, for the report. */
  done: string;
  /**
   * What it takes for the truth. `stream`: the drive's events are all there. `everything`: what the services say of the drive is of one and the same
   * moment too. Where that is in doubt it does nothing.
   */
  trusts: 'stream' | 'everything';
  /**
   * All findings are of one subject of a check.
   * @throws Unrepairable with what keeps it from it; whatever the services answer
   */
  run(installation: Installation, findings: readonly Finding[]): Promise<void>;
}
