import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { SmallPicture } from '../../shared/files/small-picture.js';
import { kindLabelOf } from '../../shared/kinds/kind-label.js';
import { useFindElementsQuery } from '../../shared/listings/search-api.js';
import { text } from '../../shared/messages/en.js';
import { useOpenFound } from '../../features/file-manager/actions/open-element.js';
import css from './suggestions.module.css';

export interface Choices {
  count: number;
  choose(index: number): void;
}

interface SuggestionsProps {
  id: string;
  typed: string;
  /** It is -1 when no choice is active. */
  at: number;
  onFound: (choices: Choices) => void;
  onChosen: () => void;
}

const NONE: readonly ElementView[] = [];

const Suggestions = ({ id, typed, at, onFound, onChosen }: SuggestionsProps) => {
  const open = useOpenFound();
  const { data } = useFindElementsQuery(typed.trim(), { refetchOnMountOrArgChange: true });
  const found = data?.docs ?? NONE;
  const choose = (element: ElementView | undefined): void => {
    if (!element) return;
    onChosen();
    open(element);
  };
  useEffect(() => onFound({ count: found.length, choose: (index) => choose(found[index]) }));
  if (found.length === 0) return null;
  return (
    <ul id={id} className={css.list} role="listbox" aria-label={text.header.ownElements}>
      {found.map((element, index) => (
        <li
          key={element._id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          aria-label={`${element.linkname}, ${kindLabelOf(element)}, ${element.path}`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(element)}
        >
          <SmallPicture element={element} size={28} />
          <span>{element.linkname}</span>
          <small>{element.path === '/' ? text.files.title : element.path}</small>
        </li>
      ))}
    </ul>
  );
};

export default Suggestions;
