import { limits } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../src/shared/api/api-error.js';
import { type KeptUpload, rowOf, uploadOf } from '../src/features/uploads/kept/kept-upload.js';
import {
  noUploads,
  type Report,
  type Step,
  type UploadEvent,
  type UploadState,
} from '../src/features/uploads/machine/upload-state.js';
import { evolve } from '../src/features/uploads/machine/evolve.js';
import { next } from '../src/features/uploads/machine/schedule.js';
import { newUpload, type Upload } from '../src/features/uploads/machine/upload.js';
import { OFFLINE, refusal } from './upload-server.js';
import { CallServer } from './call-server.js';

/**
 * The end of a call: well, done but not heard of, cut before it was done, told to wait, refused, or the file is gone.
 */
export type Outcome = 'well' | 'lost' | 'cut' | 'busy' | 'refused' | 'gone';

const CARRIES_BYTES: ReadonlySet<Step['do']> = new Set(['send-bundle', 'send-bytes', 'send-part']);
const OF_FILE: ReadonlySet<Step['do']> = new Set(['send-bytes', 'send-part', 'prepare']);
export const BYTE_REQUESTS = 4;
export const BUNDLED = 100;

const failures = {
  lost: OFFLINE,
  cut: OFFLINE,
  gone: OFFLINE,
  busy: new ApiFailure({ status: 429, code: 'rate.limited', message: 'later', retryAfterMs: 1000 }),
  refused: refusal(400, 'upload.bad-grant', 'No.'),
};

const FULL = refusal(507, 'disk.full', 'There is no room.');

/** The pure machine with all that is around it: a server, a store that outlives the page, and a check of every step. */
export class UploadWorld {
  state: UploadState = noUploads({ bundledBytes: BUNDLED, byteRequests: BYTE_REQUESTS });
  readonly server = new CallServer();
  /** Calls under way, with the files as they were when those began. */
  readonly underWay = new Map<number, { step: Step; key: string; uploads: readonly Upload[] }>();
  readonly reports: Report[] = [];
  /** Answers to calls that were stopped. */
  readonly #late: UploadEvent[] = [];
  /** Names of all files whose bytes are sent by the page. */
  readonly sent: string[] = [];
  readonly #rows = new Map<string, KeptUpload>();
  readonly #dirty = new Set<number>();
  readonly #confirmed = new Map<string, Upload['etags']>();
  /** Ids of files that are still to come to an end, by what they are kept as. */
  readonly #open = new Map<string, number>();
  readonly #ids = new Set<number>();
  #nextId = 1;

  all = (): Upload[] => [...this.#ids].flatMap((id) => this.state.uploads.get(id) ?? []);
  idsIn = (...statuses: readonly Upload['status'][]): number[] =>
    this.all()
      .filter(({ status }) => statuses.includes(status))
      .map(({ id }) => id);

  add(files: readonly (Pick<Upload, 'name' | 'size'> & Partial<Upload>)[]): void {
    const group = this.#nextId++;
    this.dispatch({ type: 'group-opened', group });
    const targetFolder = { url: '/', folderId: 'root' };
    const uploads = files.map((file) => {
      const id = this.#nextId++;
      const upload = newUpload({ id, group, targetFolder, key: `key-${id}`, ...file });
      this.#ids.add(id);
      this.#open.set(upload.keptAs ?? `remote-${id}`, id);
      if (!upload.remote) this.sent.push(upload.name);
      return upload;
    });
    this.dispatch({ type: 'added', uploads });
    this.dispatch({ type: 'group-closed', group });
    this.flush();
  }

  /** The user does not want them any more. */
  giveUp(type: 'cancelled' | 'cleared', ids: readonly number[]): void {
    const among = [...this.#open].filter(([, id]) => ids.includes(id));
    for (const [keptAs] of among) this.#open.delete(keptAs);
    this.dispatch({ type, ids });
    for (const [keptAs, id] of among) if (this.state.uploads.get(id)) this.#open.set(keptAs, id);
  }

  dispatch(event: UploadEvent): void {
    this.#evolve(event);
    for (let effects = next(this.state); effects.length > 0; effects = this.#steps()) {
      for (const effect of effects) if ('report' in effect) this.#report(effect);
      for (const effect of effects) if ('do' in effect) this.#begin(effect);
    }
    this.#check();
  }

  #steps = (): Step[] => next(this.state).filter((effect) => 'do' in effect);

  #evolve(event: UploadEvent): void {
    const before = this.state;
    this.state = Object.freeze(evolve(before, event));
    for (const job of this.state.jobs) Object.freeze(job);
    for (const id of this.state.touched) {
      const upload = Object.freeze(this.state.uploads.get(id));
      if (upload?.grant && upload.etags !== before.uploads.get(id)?.etags)
        this.#confirmed.set(upload.grant.uploadId, upload.etags);
      if (upload?.status !== 'sending' && upload?.status !== 'finishing') this.#dirty.add(id);
    }
  }

  #report(report: Report): void {
    this.reports.push(report);
    if (report.report === 'keep') this.#keep(report.ids);
    if (report.report !== 'stop') return;
    // Whether the server has heard of it is open.
    for (const call of report.calls) {
      const stopped = this.underWay.get(call) ?? fail(`${call} is stopped and not under way`);
      this.underWay.delete(call);
      if (call % 2 === 0) this.#late.push(this.server.answer(stopped));
    }
  }

  #begin(step: Step): void {
    const key = `call-${step.call}`;
    this.#evolve({ type: 'begun', step, key });
    const uploads = step.ids.map((id) => this.state.uploads.get(id) ?? fail(`${id} is gone`));
    if (step.do === 'prepare' || step.do === 'request-grants') this.#keep(step.ids);
    if ('job' in step && uploads.some(({ receipt }) => receipt)) fail(`${step.do} of what is there`);
    if (step.do === 'send-part' && uploads.some(({ etags }) => etags[step.part.partNumber]))
      fail('A part is sent again.');
    for (const other of this.underWay.values())
      if (isSame(other.step, step)) fail(`${step.do} is sent twice`);
    this.underWay.set(step.call, { step, key, uploads });
  }

  /** A call ends. */
  end(call: number, outcome: Outcome): void {
    const { step, ...about } = this.underWay.get(call) ?? fail('No such call.');
    this.underWay.delete(call);
    if (step.do === 'wait') return this.dispatch({ type: 'waited', call });
    const isCut = outcome !== 'well' && outcome !== 'lost';
    if (step.do === 'prepare')
      return this.dispatch({ type: 'prepared', call, lost: outcome === 'gone' ? step.ids.slice(0, 1) : [] });
    const event = isCut ? null : this.server.answer({ step, ...about });
    if (event && outcome === 'well') return this.dispatch(event);
    const isFull = outcome === 'refused' && step.do === 'send-bundle';
    const { error } = isFull ? FULL : failures[outcome === 'well' ? 'cut' : outcome];
    const isReadable = outcome !== 'gone' || !OF_FILE.has(step.do);
    this.dispatch({ type: 'failed', call, error, isReadable, isHidden: false });
  }

  /** A stopped call is answered all the same. */
  answerLate(): void {
    const event = this.#late.pop();
    if (event) this.dispatch(event);
  }

  /** The page goes, and another one goes on. */
  reload(): void {
    for (const [call, each] of this.underWay) if (call % 2 === 0) this.server.answer(each);
    this.underWay.clear();
    for (const { id, status, remote, keptAs } of this.all())
      if (status === 'done' || remote) this.#open.delete(keptAs ?? `remote-${id}`);
    const open = [...this.#open.keys()];
    this.#open.clear();
    this.state = { ...noUploads(this.state.limits), nextCall: this.state.nextCall };
    const group = this.#nextId++;
    this.dispatch({ type: 'group-opened', group });
    const uploads = [...this.#rows.values()]
      .toSorted((a, b) => a.order - b.order)
      .map((row) => this.#restored(row, group));
    for (const keptAs of open) if (!this.#open.has(keptAs)) fail(`${keptAs} is lost with its page`);
    this.dispatch({ type: 'restored', uploads });
    this.dispatch({ type: 'group-closed', group });
  }

  #restored(row: KeptUpload, group: number): Upload {
    const id = this.#nextId++;
    this.#ids.add(id);
    this.#open.set(row.id, id);
    const etags = this.#confirmed.get(row.grant?.uploadId ?? '') ?? {};
    return uploadOf(row, { id, group, etags }, true);
  }

  #keep(ids: readonly number[]): void {
    for (const id of ids) {
      const upload = this.state.uploads.get(id);
      const row = upload && rowOf(upload, { drive: 'd', tab: 't', order: id });
      if (row) this.#rows.set(row.id, row);
    }
  }

  /** Writes the changes, as the keeper does a little later. */
  flush(): void {
    const here = new Set(this.all().map(({ keptAs }) => keptAs));
    const over = this.all().filter(({ status }) => status === 'done');
    this.#keep([...this.#dirty]);
    this.#dirty.clear();
    for (const key of this.#rows.keys()) if (!here.has(key)) this.#rows.delete(key);
    for (const { keptAs } of over) this.#rows.delete(keptAs ?? '');
  }

  #check(): void {
    const { jobs } = this.state;
    const withBytes = [...this.underWay.values()].filter(({ step }) => CARRIES_BYTES.has(step.do));
    if (jobs.length > limits.parallelUploads) fail(`${jobs.length} files at a time`);
    if (withBytes.length > BYTE_REQUESTS) fail(`${withBytes.length} requests with bytes`);
    for (const [keptAs, id] of this.#open) if (!this.state.uploads.get(id)) fail(`${keptAs} is lost`);
  }

  /** Ends everything that is under way, well, until nothing is. */
  drain(): void {
    for (let rounds = 0; this.underWay.size > 0; rounds += 1) {
      if (rounds > 10_000) fail('It never ends.');
      const [call = 0] = this.underWay.keys();
      this.end(call, 'well');
    }
  }
}

const isSame = (a: Step, b: Step): boolean =>
  a.do === b.do && a.do !== 'wait' && a.ids.some((id) => b.ids.includes(id)) && partOf(a) === partOf(b);
const partOf = (step: Step): number => (step.do === 'send-part' ? step.part.partNumber : 0);

function fail(message: string): never {
  throw new Error(message);
}
