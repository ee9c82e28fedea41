import type { ElementView, OpId, UploadReceipt } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describeElements } from '#src/application/commands/describe-elements.js';
import { aDerivation } from '../facts.js';
import { ok, type Command, type Outcome } from '../model/commands.js';
import { carry } from '../model/paste.js';
import { fold } from '../model/samples.js';
import type { Entry, Shelf } from '../model/shelf.js';
import { labelOf } from '../model/uploads.js';
import { goesOn, outcomeIn, viewsIn, type AnswerBody } from './answers.js';
import { waitLimits, processesOf, uncountedOf, type Door, type Reply } from './doors.js';
import { requestOf, type Request } from './requests.js';

type Grant = Pick<UploadReceipt, 'uploadId' | 'folderId' | 'name' | 'size' | 'contentType' | 'replace'>;

type Stood = ReadonlyMap<string, Entry>;

/** How a command came out, and how to learn what the server calls what it made. */
export interface Asked {
  outcome: Outcome;
  /** The places where the answer says that new elements are. */
  made: readonly string[];
  learn(stood: Stood): Promise<void>;
}

const done = (outcome: Outcome): Asked => ({ outcome, made: [], learn: async () => undefined });

const pathOf = ({ path, linkname, linktype }: ElementView): string =>
  path.split('/').map(fold).join('/') + fold(linkname) + (linktype === 'folder' ? '/' : '');

/** Gives commands to the product. */
export class Hands {
  private given = 0;
  private readonly receipts = new Map<string, UploadReceipt>();
  /** The last folder that was made, and the key it was asked for with. */
  private lastFolder: { key: string; request: Request } | null = null;

  constructor(
    private readonly door: Door,
    private readonly shelf: Shelf,
  ) {}

  get canRepeat(): boolean {
    return this.lastFolder !== null;
  }

  async give(client: number, command: Command): Promise<Outcome> {
    const { outcome, learn } = await this.ask(client, command);
    await learn(this.shelf.paths);
    return outcome;
  }

  /** Gives a command; what it made is learned later, when it is known what stood where after it. */
  async ask(client: number, command: Command): Promise<Asked> {
    if (command.do === 'carry') {
      await this.door.carry();
      return done(ok());
    }
    if (command.do === 'describe') return done(await this.describe(command.blob));
    const { request, key } = await this.callOf(command);
    const reply = await this.door.send(client, request, key);
    if (reply.body === null) return done({ code: reply.refused, warnings: [], count: null });
    if (command.do === 'purge') await this.door.carry();
    const learn = (stood: Stood) => this.learn(command, reply, { request, key, stood });
    const made = this.newIn(command, reply.body).map(pathOf);
    return { outcome: outcomeIn(command, reply.body), made, learn };
  }

  /** Ends all running commands, here and on the plain shelf. */
  async settle(): Promise<void> {
    await this.door.carry();
    carry(this.shelf);
  }

  private async callOf(command: Command): Promise<{ request: Request; key: string }> {
    const key = `step-${(this.given += 1)}`;
    switch (command.do) {
      case 'again':
        return { request: this.last().request, key: this.last().key };
      case 'reuse': {
        const obj = { linkname: `other ${key}`, linktype: 'folder', linkurl: null, linktag: [] };
        const request: Request = { method: 'POST', path: '/api/add/', body: { url: '/', obj } };
        return { request, key: this.last().key };
      }
      case 'admit':
        return { request: this.admission(command.label, command.forged), key };
      case 'cancel': {
        const { catalog, account } = this.door;
        const all = [...(await processesOf(catalog, account)), ...(await uncountedOf(catalog, account))];
        const [process] = command.known ? all : [];
        const body = { process: process?.id ?? 'nothing' };
        return { request: { method: 'POST', path: '/api/processes/cancel', body }, key };
      }
      default:
        return { request: requestOf(command), key };
    }
  }

  private last(): { key: string; request: Request } {
    if (!this.lastFolder) throw new Error('no folder was made');
    return this.lastFolder;
  }

  private admission(label: string, forged: boolean): Request {
    const receipt = this.receipts.get(label);
    if (!receipt) throw new Error(`no one has begun ${label}`);
    const signed = this.door.catalog.signer.sign(receipt);
    const files = [{ receipt: forged ? `${signed.slice(0, -2)}~~` : signed }];
    return { method: 'POST', path: '/api/upload/file/', body: { url: '/', files } };
  }

  private async describe(blob: string): Promise<Outcome> {
    const opId = `describe:${(this.given += 1)}` as OpId;
    const derivation = aDerivation(blob, { source: { blobId: blob as never } });
    const { catalog, account } = this.door;
    await eventually(() => describeElements(catalog, account.drive, opId, [derivation]), waitLimits);
    return ok();
  }

  private async learn(
    command: Command,
    { body }: Reply & { body: AnswerBody },
    { request, key, stood }: { request: Request; key: string; stood: Stood },
  ): Promise<void> {
    if (command.do === 'folder') this.lastFolder = { request, key };
    if (command.do === 'start') this.keepGrants(command.label, body);
    if (command.do === 'rename-tag' || command.do === 'remove-tag') {
      if (goesOn(body)) await this.door.carry();
      return;
    }
    for (const view of this.newIn(command, body)) {
      const entry = stood.get(pathOf(view));
      if (!entry) throw new Error(`${pathOf(view)} is not on the plain shelf`);
      this.shelf.refs.set(view._id, entry);
    }
  }

  private newIn(command: Command, body: AnswerBody): ElementView[] {
    return viewsIn(command, body).filter(({ _id }) => !this.shelf.refs.has(_id));
  }

  private keepGrants(label: string, { docs }: AnswerBody): void {
    for (const { index, uploadId, grant } of docs as { index: number; uploadId: string; grant: string }[]) {
      const opened = this.door.catalog.signer.open(grant) as Grant;
      const name = labelOf(label, index);
      this.receipts.set(name, {
        kind: 'upload-receipt',
        uploadId: uploadId as never,
        drive: this.door.account.drive,
        folderId: opened.folderId,
        name: opened.name,
        ...(opened.replace && { replace: opened.replace }),
        source: 'device',
        blobId: `blob-${name}` as never,
        size: opened.size,
        sha256: null,
        contentType: opened.contentType,
        width: 1,
        height: 1,
        expires: Number.MAX_SAFE_INTEGER,
      });
    }
  }
}
