import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { nameKey, ruleRefusals, type Checked } from '@skyshelf/contracts/rules';
import { isFolder } from '../../../shared/kinds/kind-of.js';

/** The message to show at the field of a checked value. */
export const ruleProblem = ({ refusal }: Checked<string>): string | undefined =>
  refusal === null ? undefined : ruleRefusals[refusal];

export interface NameQuestion {
  name: Checked<string>;
  folder: boolean;
  /** The element that is being edited: its own name is no obstacle. */
  except?: string;
  siblings: readonly ElementView[];
}

/** The message to show at the name's field; none when the name will do. The server has the last word. */
export const nameProblem = ({ name, folder, except, siblings }: NameQuestion): string | undefined => {
  if (name.refusal !== null) return ruleProblem(name);
  const key = nameKey(name.value);
  const taken = siblings.some(
    (each) => each._id !== except && isFolder(each) === folder && keyOf(each) === key,
  );
  return taken ? messages.nameExists : undefined;
};

/** Names are compared at each key that is typed. */
const keys = new WeakMap<ElementView, string>();
const keyOf = (element: ElementView): string => {
  const known = keys.get(element) ?? nameKey(element.linkname);
  keys.set(element, known);
  return known;
};
