import { aFile, aFolder, aLink } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { eventOf, opIdOf } from '../messages.js';
import { largeShelf } from './large-shelf.js';

const some = [aFolder('to'), aFolder('a'), aFolder('b', 'a'), aFile('photo.png', 'b'), aLink('l')];

/** Cut, copy, delete: at once, or carried on in chunks. */
export const clipboardCases: readonly CrashCase[] = [
  crashCase('pasteElements', 'cut a folder and a link', {
    facts: some,
    act: ({ clipboard, user }, opId) =>
      clipboard.paste({ url: '/to/', arr: ['a', 'l'], action: 'cut' }, user, opId),
  }),
  crashCase('pasteElements', 'copy a folder and a link', {
    facts: some,
    act: ({ clipboard, user }, opId) =>
      clipboard.paste({ url: '/to/', arr: ['a', 'l'], action: 'copy' }, user, opId),
  }),
  crashCase('pasteElements', 'copy a large folder', {
    facts: largeShelf,
    act: ({ clipboard, user }, opId) =>
      clipboard.paste({ url: '/to/', arr: ['big'], action: 'copy' }, user, opId),
  }),
  crashCase('deleteElements', 'a large folder', {
    facts: largeShelf,
    act: ({ elements, user }, opId) => elements.remove({ url: '/', arr: ['big'] }, user, opId),
  }),
  crashCase('by itself', 'a large copy that finds no room any more', {
    facts: [...largeShelf, aLink('l', 'sub')],
    prepare: async ({ clipboard, elements, reactions, store, user }) => {
      await clipboard.paste({ url: '/to/', arr: ['big'], action: 'copy' }, user, opIdOf('copy'));
      const longer = { linkname: 'a name that takes more than was kept' };
      await elements.edit({ url: '/big/sub/', id: 'l', obj: longer }, user, opIdOf('longer'));
      const { used, reserved } = await store.state(user.drive);
      await reactions.planChanged(
        eventOf(user.drive, opIdOf('plan'), {
          type: 'billing.plan.changed',
          plan: 'x',
          quota: used + reserved,
        }),
      );
      return '';
    },
    act: ({ runner, user }) => {
      runner.wake(user.drive);
      return runner.idle();
    },
  }),
];
