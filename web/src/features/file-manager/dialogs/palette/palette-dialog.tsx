import type { ElementView } from '@skyshelf/contracts/browser';
import { foldAccents } from '@skyshelf/contracts/rules';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Action, type ActionContext, shortcutLabel, useActionContext } from '../../actions/action.js';
import { SmallPicture } from '../../../../shared/files/small-picture.js';
import { kindLabelOf } from '../../../../shared/kinds/kind-label.js';
import { isFolder } from '../../../../shared/kinds/kind-of.js';
import { useFindElementsQuery, useRecentElementsQuery } from '../../../../shared/listings/search-api.js';
import { text } from '../../../../shared/messages/en.js';
import { openElement } from '../../actions/open-element.js';
import { elementMenu, keyboardActions, pageMenu } from '../../actions/registry.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import css from '../dialogs.module.css';

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

const actions = [...pageMenu.flat(), ...elementMenu.flat(), ...keyboardActions].filter(
  ({ name }) => name !== 'palette',
);
const NONE: readonly ElementView[] = [];

const useElements = (typed: string): readonly ElementView[] => {
  const wanted = typed.trim();
  const recent = useRecentElementsQuery(undefined, { refetchOnMountOrArgChange: true });
  const found = useFindElementsQuery(wanted, { skip: wanted === '' });
  return (wanted === '' ? recent.data?.docs : found.data?.docs) ?? NONE;
};

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  selected: boolean;
  onClick: () => void;
}

const Option = ({ id, entry, selected, onClick }: OptionProps) => {
  const shown = entry.kind === 'action' ? ofAction(entry) : ofElement(entry);
  return (
    <li
      id={id}
      role="option"
      aria-selected={selected}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {shown.icon}
      <span>{shown.name}</span>
      {shown.kind && <span className="visually-hidden">, {shown.kind}, </span>}
      <small>{shown.note}</small>
    </li>
  );
};

const ofAction = ({ action: { icon: Icon, label, shortcut } }: PaletteEntry & { kind: 'action' }) => ({
  icon: <Icon size={20} stroke={1.75} aria-hidden />,
  name: label,
  kind: null,
  note: shortcut && shortcutLabel(shortcut),
});

const ofElement = ({ element }: PaletteEntry & { kind: 'element' }) => ({
  icon: <SmallPicture element={element} size={28} />,
  name: element.linkname,
  kind: kindLabelOf(element),
  note: element.path === '/' ? text.files.title : element.path,
});

interface FieldProps {
  listId: string;
  /** It is -1 when nothing is shown. */
  shown: number;
  typed: string;
  onTyped: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const Field = ({ listId, shown, typed, onTyped, onKeyDown }: FieldProps) => (
  <input
    className={css.field}
    role="combobox"
    data-autofocus
    aria-label={text.palette.field}
    placeholder={text.palette.field}
    aria-expanded={shown >= 0}
    aria-controls={listId}
    aria-activedescendant={shown >= 0 ? `${listId}-${shown}` : undefined}
    aria-autocomplete="list"
    autoComplete="off"
    spellCheck={false}
    value={typed}
    onChange={(event) => onTyped(event.currentTarget.value)}
    onKeyDown={onKeyDown}
  />
);

const useScrollTo = (id: string): (() => void) => {
  const isDue = useRef(false);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return useCallback(() => void (isDue.current = true), []);
};

const PaletteDialog = ({ close }: { close: () => void }) => {
  const context = useActionContext();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const elements = useElements(typed);
  const entries = useMemo(
    () => paletteEntries({ typed, actions, context, elements }),
    [typed, context, elements],
  );
  const choose = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    close();
    if (entry.kind === 'action') return entry.action.run(context);
    const { element } = entry;
    const targetFolder = { url: element.path, folderId: element.folderId };
    openElement(element, { ...context, targetFolder, elements: [element] });
  };
  const shown = Math.min(at, entries.length - 1);
  const scrollSoon = useScrollTo(`${id}-${shown}`);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    if (step !== 0) {
      scrollSoon();
      setAt((shown + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') choose(entries[shown]);
    else return;
    event.preventDefault();
  };
  return (
    <DialogFrame title={text.palette.title} close={close} width={560}>
      <Field
        listId={id}
        shown={entries.length > 0 ? shown : -1}
        typed={typed}
        onTyped={(next) => {
          setTyped(next);
          setAt(0);
          document.getElementById(id)?.scrollTo(0, 0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} className={css.list} role="listbox" aria-label={text.palette.list}>
        {entries.map((entry, index) => (
          <Option
            key={entry.key}
            id={`${id}-${index}`}
            entry={entry}
            selected={index === shown}
            onClick={() => choose(entry)}
          />
        ))}
      </ul>
      <p className={css.nothing} role="status">
        {entries.length === 0 && text.palette.nothing}
      </p>
    </DialogFrame>
  );
};

export default PaletteDialog;
