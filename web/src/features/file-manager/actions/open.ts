import { IconExternalLink } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { openElement } from './open-element.js';
import { withSelection } from './enablement.js';

export const open: Action = {
  name: 'open',
  label: text.actions.open,
  icon: IconExternalLink,
  shortcut: { key: 'Enter' },
  isEnabled(context) {
    const enablement = withSelection(context);
    return enablement === true && context.selected.length > 1 ? text.actions.openOne : enablement;
  },
  run(context) {
    const [element] = context.selected;
    if (element) openElement(element, context);
  },
};
