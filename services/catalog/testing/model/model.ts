import { ok, Refused, type Command, type Outcome } from './commands.js';
import * as elements from './elements.js';
import { cancel, carry, paste } from './paste.js';
import type { Shelf } from './shelf.js';
import * as trash from './trash.js';
import { giveWay } from './trash.js';
import * as uploads from './uploads.js';
import * as versions from './versions.js';

/** Does to the shelf what the command asks, and tells how it comes out. */
export function foresee(shelf: Shelf, command: Command): Outcome {
  shelf.steps += 1;
  try {
    const outcome = decide(shelf, command);
    giveWay(shelf);
    return outcome;
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, warnings: [], count: null };
    throw error;
  }
}

function decide(shelf: Shelf, command: Command): Outcome {
  switch (command.do) {
    case 'folder':
      return elements.addFolder(shelf, command);
    case 'link':
      return elements.addLink(shelf, command);
    case 'edit':
      return elements.edit(shelf, command);
    case 'edit-path':
      return elements.editPath(shelf, command);
    case 'delete':
      return elements.remove(shelf, command);
    case 'restore':
      return trash.restore(shelf, command);
    case 'purge':
      return trash.purge(shelf, command);
    case 'playlist':
      return elements.addPlaylist(shelf, command);
    case 'tag':
      return elements.tag(shelf, command);
    case 'rename-tag':
      return elements.retag(shelf, command.tag, command.to);
    case 'remove-tag':
      return elements.retag(shelf, command.tag, null);
    case 'confirm':
      return elements.confirm(shelf, command);
    case 'open':
      return elements.open(shelf, command);
    case 'cut':
    case 'copy':
      return paste(shelf, command);
    case 'cancel':
      if (!command.known) throw new Refused('process.not-found');
      return cancel(shelf);
    case 'carry':
      return carry(shelf);
    case 'start':
      return uploads.start(shelf, command);
    case 'restore-version':
      return versions.restoreVersion(shelf, command);
    case 'keep-version':
      return versions.keepVersion(shelf, command);
    case 'drop-versions':
      return versions.dropVersions(shelf, command);
    case 'admit':
      return uploads.admit(shelf, command);
    case 'describe':
      return uploads.describe(shelf, command);
    case 'exist':
      return uploads.exist(shelf, command);
    case 'edit-file':
      return uploads.editFile(shelf, command);
    case 'again':
      return ok(1);
    case 'reuse':
      throw new Refused('operation.reused');
  }
}
