import { audit } from './audit.js';
import { deletions } from './deletions.js';
import { exportDrive, importDrive } from './export.js';
import { fsck } from './fsck.js';
import { jobs, jobsDrop, jobsRetry } from './jobs.js';
import { mails } from './mails.js';
import { parkedDrop, parkedList, parkedRetry, parkedShow } from './parked.js';
import { payments } from './payments.js';
import { prepare } from './prepare.js';
import { plans, plansSet } from './plans.js';
import { rebuild } from './rebuild.js';
import { resync } from './resync.js';
import { smoke } from './smoke.js';
import { stats } from './stats.js';
import { token } from './token.js';
import type { Command } from './command.js';

/** In the order of the help. */
export const allCommands: readonly Command[] = [
  fsck,
  rebuild,
  resync,
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
  stats,
  smoke,
  token,
  exportDrive,
  importDrive,
  prepare,
];

export const commandNames: readonly string[] = allCommands.map(({ name }) => name);
