import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { nameKey, ruleRefusals, type Checked } from '@skyshelf/contracts/rules';
import { isFolder } from '../../../shared/kinds/kind-of.js';

export const ruleProblem = ({ refusal }: Checked<string>): string | undefined =>
  refusal === null ? undefined : ruleRefusals[refusal];

export interface NameQuestion {
  name: Checked<string>;
  folder: boolean;
  /** Its own name is no obstacle. */
  except?: string;
  siblings: readonly ElementView[];
}

/** The server has the last word. */
export const nameProblem = ({ name, folder, except, siblings }: NameQuestion): string | undefined => {
  if (name.refusal !== null) return ruleProblem(name);
  const key = nameKey(name.value);
  const taken = siblings.some(
    (each) => each._id !== except && isFolder(each) === folder && keyOf(each) === key,
  );
  return taken ? messages.nameExists : undefined;
};

const keys = new WeakMap<ElementView, string>();
const keyOf = (element: ElementView): string => {
  const known = keys.get(element) ?? nameKey(element.linkname);
  keys.set(element, known);
  return known;
};
