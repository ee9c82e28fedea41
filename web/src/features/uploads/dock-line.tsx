import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconFileSearch,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { text } from '../../shared/messages/en.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useUpload, useUploadEngine } from './page-uploads.js';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { isUnsettled, type Upload } from './machine/upload.js';
import css from './upload-dock.module.css';

/** A browser that knows the file asks for permission only. */
export const ChooseAgain = ({ id, name }: { id?: number; name?: string }) => {
  const dispatch = useAppDispatch();
  const uploads = useUploadEngine();
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

const stateOf = ({ status, sent, size, message }: Upload): string => {
  if (message && (status === 'failed' || status === 'refused' || status === 'missing')) return message;
  if (status === 'sending') return text.uploads.of(formatSize(sent, 1), formatSize(size, 1));
  // A bundle of small files is not stopped halfway.
  return text.uploads.status[status === 'finishing' && sent < size ? 'sending' : status];
};

const Controls = ({ item: { id, name, status, isTaken } }: { item: Upload }) => {
  const uploads = useUploadEngine();
  return (
    <>
      {(status === 'waiting' || status === 'sending') && (
        <button type="button" aria-label={text.uploads.pause(name)} onClick={() => uploads.pause(id)}>
          <IconPlayerPause size={16} aria-hidden />
        </button>
      )}
      {status === 'paused' && (
        <button type="button" aria-label={text.uploads.resume(name)} onClick={() => uploads.resume(id)}>
          <IconPlayerPlay size={16} aria-hidden />
        </button>
      )}
      {status === 'failed' && (
        <button type="button" aria-label={text.uploads.retry(name)} onClick={() => uploads.resume(id)}>
          <IconRefresh size={16} aria-hidden />
        </button>
      )}
      {status === 'missing' && <ChooseAgain id={id} name={name} />}
      {status === 'done' && <IconCircleCheckFilled className={css.done} size={20} aria-hidden />}
      {isTaken && (
        <>
          <button
            type="button"
            className={css.word}
            aria-label={`${text.uploads.keepBoth}: ${name}`}
            onClick={() => uploads.takeAnyway('keep-both', id)}
          >
            {text.uploads.keepBoth}
          </button>
          <button
            type="button"
            className={css.word}
            aria-label={`${text.uploads.replace}: ${name}`}
            onClick={() => uploads.takeAnyway('replace', id)}
          >
            {text.uploads.replace}
          </button>
        </>
      )}
      {status === 'refused' && !isTaken && (
        <IconAlertTriangle className={css.refused} size={20} aria-hidden />
      )}
      {status !== 'done' && status !== 'finishing' && (
        <button
          type="button"
          title={isTaken ? text.uploads.skip : undefined}
          aria-label={isTaken ? `${text.uploads.skip}: ${name}` : text.uploads.cancel(name)}
          onClick={() => uploads.cancel(id)}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </>
  );
};

interface DockLineProps {
  id: number;
  top: number;
  place: number;
  of: number;
}

export const DockLine = memo(function DockLine({ id, top, place, of }: DockLineProps) {
  const item = useUpload(id);
  if (!item) return null;
  const percent = item.size > 0 ? Math.round((item.sent / item.size) * 100) : 100;
  return (
    <li
      className={css.line}
      data-status={item.status}
      aria-posinset={place}
      aria-setsize={of}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={css.words}>
        <span className={css.name} title={item.name}>
          {item.name}
        </span>
        <span className={css.state}>{stateOf(item)}</span>
      </div>
      <div className={css.controls}>
        <Controls item={item} />
      </div>
      {isUnsettled(item) && (
        <div
          className={css.track}
          role="progressbar"
          aria-label={text.uploads.progress(item.name)}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ transform: `scaleX(${percent / 100})` }} />
        </div>
      )}
    </li>
  );
});
