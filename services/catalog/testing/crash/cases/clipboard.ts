import type { CatalogEvent } from '@skyshelf/contracts';
import { aFile, aFolder, aLink, idOf } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { eventOf, opIdOf } from '../messages.js';
import { largeShelf } from './large-shelf.js';

const some = [aFolder('to'), aFolder('a'), aFolder('b', 'a'), aFile('photo.png', 'b'), aLink('l')];

/** Cut, copy, delete: at once, or carried on in chunks. */
export const clipboardCases: readonly CrashCase[] = [
  crashCase('pasteElements', 'cut a folder and a link', {
    facts: some,
    act: ({ elements, user }, opId) =>
      elements.paste({ url: '/to/', arr: ['a', 'l'], action: 'cut' }, user, opId),
  }),
  crashCase('pasteElements', 'cut a link whose name is taken, under a number', {
    facts: [aFolder('to'), { ...aLink('l', 'to'), id: idOf('there') } as CatalogEvent, aLink('l')],
    act: ({ elements, user }, opId) =>
      elements.paste({ url: '/to/', arr: ['l'], action: 'cut', conflict: 'number' }, user, opId),
  }),
  crashCase('pasteElements', 'copy a folder and a link', {
    facts: some,
    act: ({ elements, user }, opId) =>
      elements.paste({ url: '/to/', arr: ['a', 'l'], action: 'copy' }, user, opId),
  }),
  crashCase('pasteElements', 'copy a large folder', {
    facts: largeShelf,
    act: ({ elements, user }, opId) =>
      elements.paste({ url: '/to/', arr: ['big'], action: 'copy' }, user, opId),
  }),
  crashCase('deleteElements', 'a folder and a link, held for a while', {
    facts: some,
    act: ({ elements, user }, opId) => elements.remove({ url: '/', arr: ['a', 'l'], hold: 60 }, user, opId),
  }),
  crashCase('by itself', 'a link that needs the room of a held deletion', {
    facts: some,
    prepare: async ({ elements, reactions, store, user }) => {
      const { used } = await store.state(user.drive);
      await reactions.react(
        eventOf(user.drive, opIdOf('plan'), { type: 'billing.plan.changed', plan: 'x', quota: used }),
      );
      await elements.remove({ url: '/', arr: ['a', 'l'], hold: 60 }, user, opIdOf('delete'));
      return '';
    },
    act: ({ elements, user }, opId) =>
      elements.add(
        { url: '/', obj: { linkname: 'm', linktype: 'website', linkurl: 'https://example.com/' } },
        user,
        opId,
      ),
  }),
  crashCase('deleteElements', 'a large folder', {
    facts: largeShelf,
    act: ({ elements, user }, opId) => elements.remove({ url: '/', arr: ['big'] }, user, opId),
  }),
  crashCase('by itself', 'a large copy that finds no room any more', {
    facts: [...largeShelf, aLink('l', 'sub')],
    prepare: async ({ elements, reactions, store, user }) => {
      await elements.paste({ url: '/to/', arr: ['big'], action: 'copy' }, user, opIdOf('copy'));
      const longer = { linkname: 'a name that takes more than was kept' };
      await elements.edit({ url: '/big/sub/', id: 'l', obj: longer }, user, opIdOf('longer'));
      const { used, reserved } = await store.state(user.drive);
      await reactions.react(
        eventOf(user.drive, opIdOf('plan'), {
          type: 'billing.plan.changed',
          plan: 'x',
          quota: used + reserved,
        }),
      );
      return '';
    },
    act: ({ carry, user }) => carry(user.drive),
  }),
];
