import { IconFileSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { text } from '../../shared/messages/en.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { uploads } from './uploads.js';

/** A browser that knows the file asks for permission only. */
export const ChooseAgain = ({ id, name }: { id?: number; name?: string }) => {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (): Promise<void> => {
    const goesOn = await (id === undefined ? uploads.readAllAgain() : uploads.readAgain(id));
    if (!goesOn) input.current?.click();
  };
  return (
    <>
      <button
        type="button"
        aria-label={name === undefined ? undefined : text.uploads.chooseAgain(name)}
        onClick={() => void choose()}
      >
        {name === undefined ? text.uploads.chooseAllAgain : <IconFileSearch size={16} aria-hidden />}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.uploads.chooseAllAgain}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (uploads.provide(files) < files.length) dispatch(toast.warning(text.uploads.otherFile));
          currentTarget.value = '';
        }}
      />
    </>
  );
};
