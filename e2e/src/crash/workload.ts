import { randomBytes, randomUUID } from 'node:crypto';
import { routes, type ElementView } from '@skyshelf/contracts';
import { z } from 'zod';
import { sampleImage } from '../sample-image.js';
import { Journal, sha256, type ExpectedElement } from './journal.js';
import { persistentClient, type PersistentClient } from './persistent-call.js';

const RENAMES_OF_A_FOLDER = 40;
/** Small, so that deleters are seldom all at creating. */
const FOLDERS_TO_DELETE = 3;

/**
 * One user with uploaders, renamers and deleters at work at the same time; each element belongs to one
 * worker, so each outcome is known.
 */
export class Workload {
  readonly journal = new Journal();
  private readonly client: PersistentClient;
  private readonly workers: Promise<void>[] = [];
  private stopping = false;
  private giveUp = false;
  private counter = 0;
  failure: unknown = null;

  constructor(
    readonly user: string,
    readonly token: string,
    url: string,
  ) {
    this.client = persistentClient(url, token, this.journal, () => this.giveUp);
  }

  start(workers: { uploaders: number; renamers: number; deleters: number }): void {
    const launch = (count: number, work: () => Promise<void>) => {
      for (let index = 0; index < count; index += 1) this.workers.push(this.loop(work));
    };
    launch(workers.uploaders, () => this.upload());
    launch(workers.renamers, () => this.renameOften());
    launch(workers.deleters, this.deleter());
  }

  /** Lets each worker end the intention it has begun. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.workers);
    if (this.failure) throw this.failure;
  }

  abandon(): void {
    this.giveUp = true;
    this.stopping = true;
    this.client.close();
  }

  private async loop(work: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      try {
        await work();
      } catch (error) {
        this.failure ??= error;
        return;
      }
    }
  }

  private name(prefix: string): string {
    this.counter += 1;
    return `${prefix} ${this.counter} ${randomBytes(3).toString('hex')}`;
  }

  private async upload(): Promise<void> {
    const image = this.counter % 3 === 0;
    const bytes = image ? await sampleImage(64, 48) : randomBytes(1 + Math.floor(Math.random() * 60_000));
    const file = {
      name: `${this.name('file')}${image ? '.png' : '.bin'}`,
      size: bytes.length,
      type: image ? 'image/png' : 'application/octet-stream',
    };
    const start = await this.client.call('upload', routes.startUpload, {
      key: randomUUID(),
      body: { url: '/', files: [file] },
    });
    const [leave] = routes.startUpload.answer.parse(start).docs;
    if (!leave) throw new Error(`no leave to upload: ${JSON.stringify(start)}`);
    const sent = await this.client.call('upload', routes.sendBytes, {
      key: randomUUID(),
      bytes,
      headers: { 'upload-grant': leave.grant },
    });
    const { receipt } = routes.sendBytes.answer.parse(sent);
    const admitted = await this.client.call('upload', routes.admitUploads, {
      key: randomUUID(),
      body: { url: '/', files: [{ receipt }] },
    });
    const { ops } = routes.admitUploads.answer.parse(admitted).docs;
    this.remember(ops[0], { kind: 'file', sha256: sha256(bytes), image });
  }

  private async createFolder(): Promise<ExpectedElement> {
    const answer = await this.client.call('create', routes.addElement, {
      key: randomUUID(),
      body: { url: '/', obj: { linkname: this.name('folder'), linktype: 'folder' } },
    });
    return this.remember(routes.addElement.answer.parse(answer).docs, {
      kind: 'folder',
      sha256: null,
      image: false,
    });
  }

  private remember(
    element: ElementView | undefined,
    rest: Pick<ExpectedElement, 'kind' | 'sha256' | 'image'>,
  ): ExpectedElement {
    const { _id: id, linkname: name } = z.object({ _id: z.string(), linkname: z.string() }).parse(element);
    const expected = { id, name, ...rest };
    this.journal.expected.set(id, expected);
    return expected;
  }

  private async renameOften(): Promise<void> {
    const folder = await this.createFolder();
    for (let round = 0; round < RENAMES_OF_A_FOLDER && !this.stopping; round += 1) {
      const name = this.name('renamed');
      await this.client.call('rename', routes.editElement, {
        key: randomUUID(),
        body: { url: '/', id: folder.id, obj: { linkname: name } },
      });
      folder.name = name;
    }
  }

  private deleter(): () => Promise<void> {
    const pool: ExpectedElement[] = [];
    return async () => {
      if (pool.length === 0)
        while (pool.length < FOLDERS_TO_DELETE && !this.stopping) pool.push(await this.createFolder());
      const folder = pool.pop();
      if (!folder) return;
      await this.client.call('delete', routes.deleteElements, {
        key: randomUUID(),
        body: { url: '/', arr: [folder.id] },
      });
      this.journal.expected.delete(folder.id);
      this.journal.deleted.add(folder.id);
    };
  }
}
