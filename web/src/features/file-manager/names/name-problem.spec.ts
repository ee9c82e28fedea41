import { elementName } from '@skyshelf/contracts/rules';
import { expect, it } from 'vitest';
import { element, file } from '../../../../testing/element.js';
import { nameProblem } from './name-problem.js';

const siblings = [
  element({ _id: 'f', linkname: 'Work' }),
  element({ linkname: 'Straße' }),
  file('notes.md', { _id: 'n' }),
];
const problem = (typed: string, folder = true, except?: string) =>
  nameProblem({ name: elementName(typed), folder, except, siblings });

it.each(['', '.', '. .', '!!!'])('asks for a name when it is "%s"', (typed) =>
  expect(problem(typed)).toBe('This field is required'),
);
it('refuses more than 255 characters', () =>
  expect(problem('x'.repeat(256))).toBe('A name can have at most 255 characters.'));
it.each(['WORK', ' work ', 'work!', 'STRASSE'])('finds the folder that "%s" is called as', (typed) =>
  expect(problem(typed)).toBe('Name already exist'),
);
it('lets a file be called like a folder', () => expect(problem('Work', false)).toBeUndefined());
it('lets an element keep its own name', () => expect(problem('work', true, 'f')).toBeUndefined());
