import { Button, TextInput } from '@mantine/core';
import { limits } from '@skyshelf/contracts/browser';
import { type FormEvent, useState } from 'react';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import css from './history.module.css';

interface KeepFormProps {
  name: string | null;
  isBusy: boolean;
  leave: () => void;
  /** @param name null: it is not kept any more */
  keep: (name: string | null) => void;
}

export const KeepForm = ({ name, isBusy, leave, keep }: KeepFormProps) => {
  const [typed, setTyped] = useState(name ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    keep(typed.trim());
  };
  return (
    <form
      className={css.actions}
      aria-label={text.keepTitle}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <TextInput
        className={css.name}
        aria-label={text.name}
        placeholder={text.namePlaceholder}
        description={text.keepHint}
        value={typed}
        maxLength={limits.maxVersionNameCharacters}
        ref={focusOnce}
        data-mantine-stop-propagation="true"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        type="submit"
        loading={isBusy}
        disabled={typed.trim() === ''}
        data-mantine-stop-propagation="true"
      >
        {text.save}
      </Button>
      {name !== null && (
        <Button variant="quiet" data-mantine-stop-propagation="true" onClick={() => keep(null)}>
          {text.stopKeeping}
        </Button>
      )}
      <Button variant="quiet" data-mantine-stop-propagation="true" onClick={leave}>
        {text.cancel}
      </Button>
    </form>
  );
};

const focusOnce = (input: HTMLInputElement | null): void => input?.focus();
