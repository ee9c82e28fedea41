import type { TablerIcon } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import '../../../../../testing/page-globals.js';
import { element, file } from '../../../../../testing/element.js';
import type { Action, ActionContext } from '../../actions/action.js';
import { paletteEntries } from './palette-dialog.js';

const action = (label: string, enabled: true | string = true): Action => ({
  name: label,
  label,
  icon: (() => null) as unknown as TablerIcon,
  isEnabled: () => enabled,
  run: () => undefined,
});
const create = action('Create folder');
const actions = [create, create, action('Paste', 'The clipboard is empty'), action('Upload')];
const elements = [file('folded map.pdf'), element({ linkname: 'Folders' })];
const offered = (typed: string): string[] =>
  paletteEntries({ typed, actions, elements, context: {} as ActionContext }).map((entry) =>
    entry.kind === 'action' ? entry.action.label : entry.element.linkname,
  );

it('offers what was used last, and what can be done now, each once', () =>
  expect(offered(' ')).toEqual(['folded map.pdf', 'Folders', 'Create folder', 'Upload']));
it('offers actions by any word of their names, then folders, then the rest', () =>
  expect(offered('Fol')).toEqual(['Create folder', 'Folders', 'folded map.pdf']));
it('offers no action that cannot be used', () => expect(offered('paste')).not.toContain('Paste'));
