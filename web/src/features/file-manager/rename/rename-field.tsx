import type { ElementView } from '@skyshelf/contracts/browser';
import { editableName, editedName } from '@skyshelf/contracts/rules';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isApiError, isDriveBusy } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/call-input.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import { applyChanges, restoreElements } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { logError } from '../../../shared/log-error.js';
import { type AppThunk, useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { editElement } from '../elements-api.js';
import { nameProblem } from '../names/name-problem.js';
import { remember, tracked } from '../../undo/public.js';
import { optionId } from '../grid/listing-view.js';
import { renamingEnded, selectOverlay } from '../state/overlay-slice.js';
import css from './rename-field.module.css';

interface NewName {
  element: ElementView;
  name: string;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
}

/** The same name makes no call. Answers what is wrong. */
export const renameElement =
  ({ element, name, targetFolder, siblings }: NewName): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    const present = { name: element.linkname, extension: element.extension, isFile: isFile(element) };
    const linkname = editedName(present, name);
    if (linkname.value === element.linkname) return null;
    const problem = nameProblem({ name: linkname, folder: isFolder(element), except: element._id, siblings });
    if (problem !== undefined) return problem;
    if (linkname.refusal !== null) return text.dialogs.someError;
    dispatch(applyChanges({ elements: [{ ...element, linkname: linkname.value }], removed: [] }));
    void tracked(dispatch(sendName(element, linkname.value, targetFolder)));
    return null;
  };

/** The old name comes back when refused. */
const sendName =
  (element: ElementView, linkname: string, targetFolder: TargetFolder): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const obj = { linkname, linktag: element.linktag };
    const { data, error } = await dispatch(
      editElement.initiate({ targetFolder, id: element._id, obj, key: newKey() }),
    );
    if (!data) {
      logError('The element could not be renamed', error);
      dispatch(restoreElements([element]));
      return void dispatch(toast.error(wordsFor(error)));
    }
    const { element: after, modifiedCount } = data.docs;
    dispatch(applyChanges({ elements: [after], removed: [] }));
    const undo = dispatch(remember(modifiedCount > 0 ? [data.operation] : []));
    dispatch(toast.success(text.dialogs.edited, undo));
  };

const wordsFor = (error: unknown): string => {
  if (isDriveBusy(error)) return text.dialogs.driveBusy;
  const known = isApiError(error) && error.status >= 400 && error.status < 500;
  return known ? error.message : text.dialogs.someError;
};

interface RenameFieldProps {
  element: ElementView;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
}

/** Wide enough for a short name, and not wider than a line can be read. */
const LEAST_PX = 168;
const MOST_PX = 420;
const JUST_OPENED_MS = 300;

interface Position {
  left: number;
  top: number;
  width: number;
}

const namePosition = (id: string, field: HTMLElement): Position | null => {
  const name = document.getElementById(optionId(id))?.querySelector('[data-name]');
  const holder = field.offsetParent;
  if (!name || !holder) return null;
  const spot = name.getBoundingClientRect();
  const corner = holder.getBoundingClientRect();
  const inLine = name.tagName === 'SPAN';
  const width = Math.min(MOST_PX, corner.width, Math.max(LEAST_PX, spot.width + (inLine ? 24 : 0)));
  const left = inLine ? spot.left - 9 : spot.left + (spot.width - width) / 2;
  const inside = Math.max(0, Math.min(left - corner.left, corner.width - width));
  return { left: inside, top: spot.top - corner.top - (inLine ? 7 : 0), width };
};

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

const useNamePosition = (id: string, formRef: RefObject<HTMLFormElement | null>): Position | null => {
  const [position, setPosition] = useState<Position | null>(null);
  useLayoutEffect(() => {
    if (formRef.current) setPosition(namePosition(id, formRef.current));
  }, [id, formRef]);
  const here = position !== null;
  useEffect(() => {
    if (!here) return;
    const input = formRef.current?.querySelector('input');
    input?.focus({ preventScroll: true });
    input?.select();
  }, [here, formRef]);
  return position;
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
