import type { ElementView } from '@skyshelf/contracts/browser';
import { foldAccents } from '@skyshelf/contracts/rules';
import type { Action, ActionContext } from '../../actions/action.js';
import { isFolder } from '../../../../shared/kinds/kind-of.js';

export type PaletteEntry =
  | { kind: 'action'; key: string; action: Action }
  | { kind: 'element'; key: string; element: ElementView };

interface Sources {
  typed: string;
  actions: readonly Action[];
  context: ActionContext;
  elements: readonly ElementView[];
}

const MOST_ACTIONS = 6;

const fittingActions = ({ typed, actions, context }: Sources): Action[] => {
  const wanted = foldAccents(typed.trim());
  const fits = ({ label }: Action): boolean =>
    wanted === '' || ` ${foldAccents(label)}`.includes(` ${wanted}`);
  return [...new Set(actions)].filter(
    (action) => fits(action) && action.isShown?.(context) !== false && action.isEnabled(context) === true,
  );
};

export const paletteEntries = (sources: Sources): PaletteEntry[] => {
  const ofElement = (element: ElementView): PaletteEntry => ({ kind: 'element', key: element._id, element });
  const actions = fittingActions(sources)
    .slice(0, MOST_ACTIONS)
    .map((action): PaletteEntry => ({ kind: 'action', key: `action-${action.name}`, action }));
  const { elements, typed } = sources;
  if (typed.trim() === '') return [...elements.map(ofElement), ...actions];
  const folders = elements.filter(isFolder);
  return [...actions, ...folders.map(ofElement), ...elements.filter((one) => !isFolder(one)).map(ofElement)];
};
