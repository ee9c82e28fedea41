import { beginUploads, type PageUploads } from '../../../features/uploads/page-uploads.js';
import { ownerOfLink } from '../../../features/uploads/kept/queue-keeper.js';
import { UploadEngine } from '../../../features/uploads/upload-engine.js';
import { dropTransport } from './drop-transport.js';
import { SentFiles } from './sent-files.js';

const NAME_KEY = 'skyshelf:sender';

/** Is the name that was typed before, also on another page of a link. */
export const knownSender = (): string => localStorage.getItem(NAME_KEY) ?? '';
export const keepSender = (name: string): void => localStorage.setItem(NAME_KEY, name);

export interface Sending {
  uploads: PageUploads;
  sent: SentFiles;
}

/** No file is sent in a bundle: each has its own leave. */
const NO_BUNDLES = -1;
const nothing = (): void => undefined;

/** Uses the shelf's own machine of uploads for a link. Once a page. */
export function beginSending(link: string, asksName: boolean, lost: () => void): Sending {
  const sent = new SentFiles(link);
  const sender = (): string => (asksName ? knownSender().trim() : '');
  const begun = new Map<number, string>();
  const again = new Set<number>();
  const uploads = beginUploads(ownerOfLink(link), (deps) => {
    const stop = (): void => {
      begun.clear();
      engine.stop();
      lost();
    };
    const engine: UploadEngine = new UploadEngine({
      ...deps,
      bundledBytes: NO_BUNDLES,
      environment: { ...deps.environment, beginTrace: () => null },
      transport: dropTransport({ sent, sender, lost: stop }),
      notices: {
        admitted: nothing,
        warned: nothing,
        fileFailed: nothing,
        batchFailed: nothing,
        replaced: nothing,
        groupBegan: nothing,
        groupArrived: () => void listArrived(engine, sent),
      },
    });
    engine.list.subscribe((id) => {
      const upload = engine.list.get(id);
      const uploadId = begun.get(id);
      if (upload?.status === 'done') begun.delete(id);
      else if (upload?.status === 'failed' && !upload.grant && uploadId !== undefined && begun.delete(id)) {
        if (again.has(id)) return;
        again.add(id);
        void sendAgain(engine, sent, { id, uploadId });
      } else if (upload?.grant) begun.set(id, upload.grant.uploadId);
      else if (!upload && uploadId !== undefined && begun.delete(id)) void sent.giveUp([uploadId]);
    });
    return engine;
  });
  void sent.refresh();
  return { uploads, sent };
}

/** A pause of the link ends the grants of before. A file that has not come is sent once more. */
async function sendAgain(
  engine: UploadEngine,
  sent: SentFiles,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<void> {
  await sent.refresh();
  if (sent.arrived().some((each) => each.uploadId === uploadId)) return engine.cancel(id);
  await sent.giveUp([uploadId]);
  engine.resume(id);
}

/** Moves arrived files from the queue into the list of what was sent. */
async function listArrived(engine: UploadEngine, sent: SentFiles): Promise<void> {
  const done = engine.list.idsIn('done');
  await sent.refresh();
  engine.cancel(...done);
}
