import { Button } from '@mantine/core';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { ShareView } from './links-api.js';
import css from './links.module.css';

export const addressOf = ({ address }: ShareView): string | null => address && location.origin + address;

export const LinkAddress = ({ link }: { link: ShareView }) => {
  const dispatch = useAppDispatch();
  const address = addressOf(link);
  if (address === null) return <p className={css.soft}>{text.noAddress}</p>;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      dispatch(toast.success(text.copied));
    } catch {
      dispatch(toast.warning(text.notCopied));
    }
  };
  return (
    <div className={css.address}>
      <input
        readOnly
        value={address}
        aria-label={text.address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="quiet" onClick={() => void copy()}>
        {text.copy}
      </Button>
      <Button variant="quiet" component="a" href={address} target="_blank" rel="noopener noreferrer">
        {text.visit}
      </Button>
    </div>
  );
};
