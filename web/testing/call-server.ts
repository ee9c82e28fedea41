import type { Warning } from '@skyshelf/contracts/browser';
import type { Step, UploadEvent } from '../src/features/uploads/machine/upload-state.js';
import type { AdmitAnswer, Upload } from '../src/features/uploads/machine/upload.js';
import { file } from './element.js';

interface Call {
  step: Step;
  key: string;
  uploads: readonly Upload[];
}
type Answer = Extract<UploadEvent, { call: number }>;
interface Leave {
  name: string;
  number: boolean;
  folderId: string;
  parts: Map<number, string>;
}

const SINGLE = 10_000;
export const PART = 20_000;

/** The server as the machine's steps see it: what was done under a key is not done again. */
export class CallServer {
  /** The maker of each element: its file, or `others`. */
  readonly elements = new Map<string, string>();
  readonly #leaves = new Map<string, Leave>();
  readonly #starts = new Map<string, Extract<Answer, { type: 'grants-received' }>>();
  readonly #bundles = new Map<string, AdmitAnswer>();
  readonly #admitted = new Map<string, string>();

  /** Does what a call asks for. */
  answer({ step, key, uploads }: Call): Answer {
    const { call } = step;
    const [upload] = uploads;
    if (!upload) throw new Error(`${step.do} names no file.`);
    const leave = this.#leaves.get(upload.grant?.grant ?? '');
    switch (step.do) {
      case 'make-folder': {
        const url = `/${upload.path.join('/')}/`;
        return { type: 'folder-made', call, folder: { url, folderId: url } };
      }
      case 'request-grants':
        return this.#leave(step.key ?? key, uploads, call);
      case 'send-bundle':
        return { type: 'admitted', call, answer: this.#bundle(uploads) };
      case 'open-parts':
        return this.#openParts(upload, leave, call);
      case 'send-part':
        leave?.parts.set(step.part.partNumber, step.part.url);
        return { type: 'part-sent', call, etag: step.part.url };
      case 'complete-parts':
        for (const [part, etag] of leave?.parts ?? [])
          if (upload.etags[part] !== etag) throw new Error(`Part ${part} of ${upload.name} is not named.`);
        if (leave?.parts.size !== Math.ceil(upload.size / PART))
          throw new Error(`A part of ${upload.name} is lost.`);
        return { type: 'bytes-arrived', call, receipt: upload.grant?.grant ?? '' };
      case 'bring':
        this.#leaves.set(key, { ...leaveOf(upload), number: true });
        return { type: 'bytes-arrived', call, receipt: key };
      case 'admit':
        return { type: 'admitted', call, answer: this.#admit(uploads) };
      case 'send-bytes':
        return { type: 'bytes-arrived', call, receipt: upload.grant?.grant ?? '' };
      case 'prepare':
        return { type: 'prepared', call, lost: [] };
      case 'wait':
        return { type: 'waited', call };
    }
  }

  #leave(key: string, uploads: readonly Upload[], call: number): Answer {
    const known = this.#starts.get(key);
    if (known) return { ...known, call };
    const warnings: Warning[] = [];
    const docs = uploads.flatMap((upload, index) => {
      const { name, size } = upload;
      if (this.elements.has(nameIn(upload.targetFolder.folderId, name)) && !upload.ifTaken) {
        warnings.push(taken(index, name));
        return [];
      }
      const grant = `grant-${this.#leaves.size}`;
      this.#leaves.set(grant, leaveOf(upload));
      const how = size > SINGLE ? ('parts' as const) : ('single' as const);
      return [{ index, uploadId: grant, name, grant, how, key: `sends ${grant}`, etags: {} }];
    });
    const answer = { type: 'grants-received' as const, call, docs, warnings };
    this.#starts.set(key, answer);
    return answer;
  }

  /** Behaves like an object store: bytes that were not confirmed to the sender do not count. */
  #openParts(upload: Upload, leave: Leave | undefined, call: number): Answer {
    const uploadId = upload.grant?.uploadId ?? '';
    const numbers = Array.from({ length: Math.ceil(upload.size / PART) }, (_, index) => index + 1);
    const isHere = (part: number): boolean => leave?.parts.get(part) === (upload.etags[part] ?? null);
    const received = numbers
      .filter(isHere)
      .map((partNumber) => ({ partNumber, etag: upload.etags[partNumber] ?? '', size: PART }));
    const urls = numbers
      .filter((part) => !isHere(part))
      .map((partNumber) => ({ partNumber, url: `${uploadId}/${partNumber}/${call}` }));
    const parts = { uploadId, partBytes: PART, partCount: numbers.length, received, urls };
    return { type: 'parts-opened', call, parts };
  }

  #bundle(uploads: readonly Upload[]): AdmitAnswer {
    const key = uploads[0]?.call?.key ?? '';
    const places = uploads.map(({ call }) => call?.place);
    if (uploads.some(({ call }) => call?.key !== key) || places.some((place, index) => place !== index))
      throw new Error('A bundle is sent whole, in its order.');
    const known = this.#bundles.get(key) ?? this.#make(uploads.map(leaveOf));
    this.#bundles.set(key, known);
    return known;
  }

  #admit(uploads: readonly Upload[]): AdmitAnswer {
    const receipts = uploads.map(({ receipt }) => receipt ?? '');
    const fresh = receipts.filter((receipt) => !this.#admitted.has(receipt));
    const made = this.#make(fresh.flatMap((receipt) => this.#leaves.get(receipt) ?? []));
    fresh.forEach((receipt, index) => {
      const id = made.docs.insertedIds[index];
      if (id) this.#admitted.set(receipt, id);
    });
    const ids = receipts.flatMap((receipt, index) => {
      const id = this.#admitted.get(receipt);
      return id ? [[String(index), id]] : [];
    });
    const warnings = made.warnings.map((warning) => ({
      ...warning,
      index: receipts.indexOf(fresh[warning.index ?? 0] ?? ''),
    }));
    return { docs: { ...made.docs, insertedIds: Object.fromEntries(ids) }, warnings, operations: [] };
  }

  #make(leaves: readonly Leave[]): AdmitAnswer {
    const warnings: Warning[] = [];
    const insertedIds: Record<string, string> = {};
    leaves.forEach(({ name, number, folderId }, index) => {
      let free = nameIn(folderId, name);
      while (number && this.elements.has(free)) free += ' (2)';
      if (this.elements.has(free)) return void warnings.push(taken(index, name));
      this.elements.set(free, name);
      insertedIds[index] = free;
    });
    const ops = Object.values(insertedIds).map((_id) => file(_id, { _id }));
    return { docs: { result: { ok: 1 }, ops, insertedIds }, warnings, operations: [] };
  }
}

const nameIn = (folderId: string, name: string): string => `${folderId} ${name}`;
const leaveOf = ({ chosenName, ifTaken, targetFolder }: Upload): Leave => ({
  name: chosenName,
  number: ifTaken !== null,
  folderId: targetFolder.folderId,
  parts: new Map(),
});
const taken = (index: number, name: string): Warning => ({
  index,
  name,
  code: 'name.exists',
  message: `${name} already exist.`,
});
