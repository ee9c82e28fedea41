import type { Report } from '../report.js';
import type { Finding, LeftFinding, RepairedFinding } from './finding.js';

/** `exitCode` 0: all rules hold, by now; 1: some do not. */
export interface FsckReport extends Report {
  /** After repairs; the first thousand. */
  findings: (Finding | LeftFinding)[];
  /** In all. */
  broken: number;
  /** The first thousand. */
  repairs: RepairedFinding[];
  /** In all. */
  repaired: number;
  /** Of catalog. */
  drives: number;
  /** By check. */
  checked: Record<string, number>;
}
