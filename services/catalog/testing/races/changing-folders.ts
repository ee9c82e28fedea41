import { linkSize } from '#src/domain/decision.js';
import { aFile, aFolder, aLink } from '../facts.js';
import { admit, pasteInto, remove, rename, renamePath, startLarge } from './calls.js';
import type { Contest, Pair, Round, Said } from './contest.js';

const ok: Said = [200];
const noFolder: Said = [404, 'folder.not-found: Page Not Found'];
const noElement: Said = [404, 'element.not-found: This element does not exist any more.'];
const nothingLeft = { paths: [], used: 0, reserved: 0 };

/** Elements pasted in time go with the folder; late ones stay where they were, and a copy is not made. */
export const duringDeletion: Pair = {
  title: 'paste into a folder, delete that folder',
  contest({ number }) {
    const used = linkSize('link', 'https://example.com/');
    const action = number % 2 ? 'copy' : 'cut';
    const target = number % 4 < 2 ? { url: '/', folderId: 'to' } : { url: '/to/' };
    const kept = { paths: ['/link'], used, reserved: 0 };
    const pasted = action === 'cut' ? 'catalog.elements.moved' : 'catalog.elements.copied';
    return {
      facts: [aFolder('to'), aLink('link')],
      calls: [pasteInto(target, action, 'link'), remove('to')],
      outcomes: [
        {
          said: [ok, ok],
          events: [pasted, 'catalog.elements.deleted'],
          ...(action === 'cut' ? nothingLeft : kept),
        },
        { said: [noFolder, ok], events: ['catalog.elements.deleted'], ...kept },
      ],
    };
  },
};

/** By ids both find their folder, in either order; by its former path the folder is not found any more. */
export const duringRename: Pair = {
  title: 'rename a folder, upload into it',
  contest: (round) => (round.number % 2 ? startedByPath() : admittedById(round)),
};

function admittedById(round: Round): Contest {
  const [renamed, uploaded] = ['catalog.element.edited', 'catalog.files.uploaded'] as const;
  const left = { paths: ['/new/', '/new/photo.png'], used: 1000, reserved: 0 };
  return {
    facts: [aFolder('old')],
    calls: [rename('old', 'new'), admit(round, 'old', 'photo.png', 1000)],
    outcomes: [
      { said: [ok, ok], events: [renamed, uploaded], ...left },
      { said: [ok, ok], events: [uploaded, renamed], ...left },
    ],
  };
}

function startedByPath(): Contest {
  const size = 9_000_000;
  const left = { events: ['catalog.element.edited'] as const, paths: ['/new/'], used: 0 };
  return {
    facts: [aFolder('old')],
    calls: [renamePath('/old/', '/new/'), startLarge('/old/', 'film.mp4', size)],
    outcomes: [
      { said: [ok, noFolder], ...left, reserved: 0 },
      { said: [ok, ok], ...left, reserved: size },
    ],
  };
}

/** An edit that comes in time is lost with its folder; a late one is told that there is nothing. */
export const editDuringDeletion: Pair = {
  title: 'delete a folder, edit what is in it',
  contest({ number }) {
    const byPath = number % 2 === 1;
    const edit = byPath ? renamePath('/a/b/', '/a/other/') : rename('photo-png', 'other.png');
    const late = byPath ? noFolder : noElement;
    return {
      facts: [aFolder('a'), aFolder('b', 'a'), aFile('photo.png', 'b')],
      calls: [remove('a'), edit],
      outcomes: [
        { said: [ok, late], events: ['catalog.elements.deleted'], ...nothingLeft },
        { said: [ok, ok], events: ['catalog.element.edited', 'catalog.elements.deleted'], ...nothingLeft },
      ],
    };
  },
};
