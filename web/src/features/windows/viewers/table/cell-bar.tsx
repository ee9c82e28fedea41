import { useEffect, useState } from 'react';
import { text } from '../../../../shared/messages/en.js';
import { withHiddenShown } from '../text/visible-characters.js';
import { columnLetters, copyCell, type CellPosition } from './cell-position.js';
import { cellAt } from '@skyshelf/contracts/rules';
import type { Table } from './open-table.js';
import css from './grid.module.css';

/** All of it is copied. */
const MOST_CHARACTERS = 2000;

/** The cell that is looked at, as far as there is room, and a way to copy it. */
export const CellBar = ({ table, position }: { table: Table; position: CellPosition }) => {
  const { row, column } = position;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [row, column]);
  const content = cellAt(table.text, table, row, column);
  const name = `${columnLetters(column)}${row + 1}`;
  const copy = (): void => void copyCell(table, position).then(() => setCopied(true));
  return (
    <div className={css.cellBar} role="group" aria-label={text.windows.cell(name)}>
      <strong>{name}</strong>
      <p tabIndex={0} dir="auto" data-takes-arrows>
        {withHiddenShown(content.slice(0, MOST_CHARACTERS))}
        {content.length > MOST_CHARACTERS && '…'}
      </p>
      <button type="button" onClick={copy}>
        {isCopied ? text.windows.copied : text.windows.copyCell}
      </button>
    </div>
  );
};
