import type { Report } from '../report.js';
import type { Finding, LeftFinding, RepairedFinding } from './finding.js';

/** What was checked and found. `exitCode` 0: all rules hold, by now; 1: some do not. */
export interface FsckReport extends Report {
  /** What is broken, after what could be repaired was; the first thousand. */
  findings: (Finding | LeftFinding)[];
  /** How many there are. */
  broken: number;
  /** What was repaired; the first thousand. */
  repairs: RepairedFinding[];
  /** How many there were. */
  repaired: number;
  /** Drives of catalog. */
  drives: number;
  /** How many things each check looked at. */
  checked: Record<string, number>;
}
