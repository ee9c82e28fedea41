import type { CatalogEvent, ElementId } from '@skyshelf/contracts';
import { aFolder, aLink, manyFiles } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';

const named = (event: CatalogEvent): { id: ElementId; name: string }[] => {
  if (event.type === 'catalog.files.uploaded') return event.files;
  if (event.type === 'catalog.link.added' || event.type === 'catalog.folder.created') return [event];
  throw new Error(`${event.type} makes nothing that has tags.`);
};

/** All that some facts have made has one tag. */
const tagged = (tag: string, made: readonly CatalogEvent[]): CatalogEvent => ({
  type: 'catalog.elements.tagged',
  items: made.flatMap(named).map(({ id, name }) => ({ id, name, tags: [tag] })),
  process: null,
});

const few = [aFolder('a'), aLink('l', 'a'), aLink('m')];
const many = manyFiles('root', 250);

/** Tags of some elements, and everywhere. */
export const tagCases: readonly CrashCase[] = [
  crashCase('tagElements', 'tags for several', {
    facts: few,
    act: ({ tags: controller, user }, opId) =>
      controller.tag({ arr: ['a', 'l'], add: ['x'], remove: [] }, user, opId),
  }),
  crashCase('renameTag', 'of a few', {
    facts: [...few, tagged('x', few)],
    act: ({ tags: controller, user }, opId) => controller.rename({ tag: 'x', to: 'y' }, user, opId),
  }),
  crashCase('renameTag', 'of many', {
    facts: [...many, tagged('x', many)],
    act: ({ tags: controller, user }, opId) => controller.rename({ tag: 'x', to: 'y' }, user, opId),
  }),
  crashCase('removeTag', 'from many', {
    facts: [...many, tagged('x', many)],
    act: ({ tags: controller, user }, opId) => controller.remove({ tag: 'x' }, user, opId),
  }),
];
