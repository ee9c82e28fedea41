import { fileAddress } from '@skyshelf/contracts';
import { aFile, aFolder, aLink } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { opIdOf } from '../messages.js';

const videos = ['one', 'two'].map((linkname, index) => ({
  linkname,
  linktype: 'youtube',
  linkurl: `https://www.youtube.com/watch?v=dQw4w9WgXc${index}`,
}));

/** Adding, editing, looking after single elements. */
export const elementCases: readonly CrashCase[] = [
  crashCase('addElement', 'a folder', {
    facts: [aFolder('a')],
    act: ({ elements, user }, opId) =>
      elements.add({ url: '/a/', obj: { linkname: 'new', linktype: 'folder', linktag: ['x'] } }, user, opId),
  }),
  crashCase('addElement', 'a link whose address is there already', {
    facts: [aLink('first')],
    act: ({ elements, user }, opId) =>
      elements.add(
        { url: '/', obj: { linkname: 'new', linktype: 'website', linkurl: 'https://example.com/' } },
        user,
        opId,
      ),
  }),
  crashCase('editElement', 'another name and tags for a file', {
    facts: [aFolder('a'), aFile('photo.png', 'a')],
    act: ({ elements, user }, opId) =>
      elements.edit(
        { url: '/a/', id: 'photo-png', obj: { linkname: 'new.png', linktag: ['x'] } },
        user,
        opId,
      ),
  }),
  crashCase('editPath', 'another name for a folder', {
    facts: [aFolder('a'), aFolder('b', 'a'), aLink('l', 'b')],
    act: ({ elements, user }, opId) =>
      elements.editPath({ prevPath: '/a/b/', newPath: '/a/new/' }, user, opId),
  }),
  crashCase('editFiles', 'addresses after a rename', {
    facts: [aFile('photo.png')],
    act: ({ files, user }) => {
      const address = (name: string) => fileAddress('blob-photo-png', user.sub, name);
      return files.edit({ arrOld: [address('photo.png')], arrNew: [address('new.png')] }, user);
    },
  }),
  crashCase('confirmThumbnail', 'a thumbnail that no one made', {
    facts: [aFile('photo.png')],
    act: ({ files, user }, opId) => files.confirm({ _id: 'photo-png', confirm: false }, user, opId),
  }),
  crashCase('countOpening', 'an element is opened', {
    facts: [aFile('photo.png')],
    act: ({ files, user }, opId) => files.open({ _id: 'photo-png' }, user, opId),
  }),
  crashCase('addPlaylist', 'a folder of its videos', {
    facts: [aFolder('a')],
    act: ({ playlists, user }, opId) =>
      playlists.add({ url: '/a/', name: 'videos', linktag: ['x'], obj: videos }, user, opId),
  }),
  crashCase('deleteElements', 'a folder with what is in it', {
    facts: [aFolder('a'), aFolder('b', 'a'), aFile('photo.png', 'b'), aLink('l')],
    prepare: async ({ files, user }) =>
      String((await files.open({ _id: 'photo-png' }, user, opIdOf('opened'))).counter),
    act: ({ elements, user }, opId) => elements.remove({ url: '/', arr: ['a', 'l'] }, user, opId),
  }),
];
