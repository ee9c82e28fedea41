import type { CatalogEvent, ElementId, OpId } from '@skyshelf/contracts';
import { addElement } from '#src/application/commands/add-element.js';
import { deleteElements } from '#src/application/commands/delete-elements.js';
import { editElement } from '#src/application/commands/edit-element.js';
import { pasteElements } from '#src/application/commands/paste-elements.js';
import { tagElements } from '#src/application/commands/tag-elements.js';
import type { TestDrive } from './catalog-subject.js';

/** A command that answers its operation. */
export type Command = (drive: TestDrive) => Promise<OpId>;
export const command =
  (act: (drive: TestDrive, opId: OpId) => Promise<unknown>): Command =>
  async (drive) => {
    const opId = drive.opId();
    await act(drive, opId);
    return opId;
  };
export const add = (linkname: string, folderId: string, linkurl?: string): Command =>
  command(({ catalog, account }, opId) => {
    const obj = { linkname, linktype: linkurl ? 'website' : 'folder', linkurl: linkurl ?? null };
    return addElement(catalog, account, opId, { address: { url: '/', folderId }, obj });
  });
export const edit = (id: string, linkname: string, linktag?: string[]): Command =>
  command(({ catalog, account }, opId) =>
    editElement(catalog, account, opId, { id: id as ElementId, linkname, ...(linktag && { linktag }) }),
  );
export const paste = (action: 'cut' | 'copy', folderId: string, ...ids: string[]): Command =>
  command(({ catalog, account }, opId) =>
    pasteElements(catalog, account, opId, {
      address: { url: '/', folderId },
      ids,
      action,
      conflict: 'number',
    }),
  );
export const tag = (add: string[], remove: string[], ...ids: string[]): Command =>
  command(({ catalog, account }, opId) => tagElements(catalog, account, opId, { ids, add, remove }));
export const remove = (...ids: string[]): Command =>
  command(({ catalog, account }, opId) => deleteElements(catalog, account, opId, ids, { holdSeconds: 60 }));
/** A fact that stands for a command of its own. */
export const fact = (event: CatalogEvent): Command =>
  command(({ catalog, account }, opId) =>
    catalog.store.withDrive(
      account.drive,
      opId,
      { name: 'given', payload: event, read: async () => null, decide: () => ({ event, answer: null }) },
      { actor: account.sub, trace: null },
    ),
  );
