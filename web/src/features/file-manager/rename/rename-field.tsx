import type { ElementView } from '@skyshelf/contracts/browser';
import { editableName } from '@skyshelf/contracts/rules';
import { useRef, useState } from 'react';
import { isFile } from '../../../shared/kinds/kind-of.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { renamingEnded, selectOverlay } from '../state/overlay-slice.js';
import { renameElement } from './rename-element.js';
import { useNamePosition } from './use-name-position.js';
import css from './rename-field.module.css';

interface RenameFieldProps {
  element: ElementView;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
}

const JUST_OPENED_MS = 300;

const giveBackFocus = (): void =>
  document.querySelector<HTMLElement>('[data-elements]')?.focus({ preventScroll: true });

interface NameEditing {
  typed: string;
  ending: string;
  problem: string | undefined;
  type: (name: string) => void;
  save: (leaving: boolean) => Promise<void>;
  giveUp: () => void;
}

/** Sends nothing twice, nor after the end. */
const useNameEditing = ({ element, targetFolder, siblings }: RenameFieldProps): NameEditing => {
  const dispatch = useAppDispatch();
  const present = { name: element.linkname, extension: element.extension };
  const { stem, ending } = isFile(element) ? editableName(present) : { stem: present.name, ending: '' };
  const [typed, setTyped] = useState(stem);
  const [problem, setProblem] = useState<string>();
  const over = useRef(false);

  const end = (): void => {
    over.current = true;
    dispatch(renamingEnded());
  };
  const save = async (leaving: boolean): Promise<void> => {
    if (over.current) return;
    over.current = true;
    const name = typed + ending;
    const refused = await dispatch(renameElement({ element, name, targetFolder, siblings }));
    over.current = false;
    if (refused !== null && leaving) dispatch(toast.error(refused));
    if (refused !== null && !leaving) return setProblem(refused);
    end();
    if (!leaving) giveBackFocus();
  };
  const type = (name: string): void => {
    setTyped(name);
    setProblem(undefined);
  };
  const giveUp = (): void => {
    end();
    giveBackFocus();
  };
  return { typed, ending, problem, type, save, giveUp };
};

const RenameField = (props: RenameFieldProps) => {
  const formRef = useRef<HTMLFormElement>(null);
  const position = useNamePosition(props.element._id, formRef);
  const { typed, ending, problem, type, save, giveUp } = useNameEditing(props);
  const opened = useRef(performance.now());
  return (
    <form
      ref={formRef}
      className={css.form}
      // Hidden in this way it can take the focus at once.
      style={position ?? { opacity: 0 }}
      noValidate
      data-keeps-selection
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <input
        aria-label={text.files.newNameOf(props.element.linkname)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && 'rename-problem'}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={({ currentTarget }) => {
          // A closing menu gives the focus back a moment later.
          const stolen = performance.now() - opened.current < JUST_OPENED_MS;
          if (stolen) requestAnimationFrame(() => currentTarget.focus());
          else void save(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          giveUp();
        }}
      />
      {ending && <span className={css.ending}>{ending}</span>}
      {problem && (
        <span id="rename-problem" className={css.problem} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
};

export const Renaming = ({ targetFolder, siblings }: Omit<RenameFieldProps, 'element'>) => {
  const id = useAppSelector((state) => selectOverlay(state).renaming);
  const element = id === null ? undefined : siblings.find((one) => one._id === id);
  return (
    element && <RenameField key={id} element={element} targetFolder={targetFolder} siblings={siblings} />
  );
};
