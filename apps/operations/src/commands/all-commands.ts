import { audit, deletions, exportDrive, importDrive, token } from './accounts.js';
import { fsck, rebuild, restored, resync } from './integrity.js';
import { jobs, jobsDrop, jobsRetry } from './jobs.js';
import { mails, prepare, smoke, stats } from './installation.js';
import { parkedDrop, parkedList, parkedRetry, parkedShow } from './parked.js';
import { payments, plans, plansSet } from './billing.js';
import { rewind } from './rewind.js';
import { shares, sharesEnd } from './shares.js';
import type { Command } from './command.js';

/** Order: as in the help. */
export const allCommands: readonly Command[] = [
  fsck,
  rebuild,
  resync,
  restored,
  parkedList,
  parkedShow,
  parkedRetry,
  parkedDrop,
  jobs,
  jobsRetry,
  jobsDrop,
  plans,
  plansSet,
  payments,
  mails,
  deletions,
  audit,
  shares,
  sharesEnd,
  rewind,
  stats,
  smoke,
  token,
  exportDrive,
  importDrive,
  prepare,
];

export const commandNames: readonly string[] = allCommands.map(({ name }) => name);
