import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import css from './news-picture.module.css';

/** A slow one is made while the news are read. */
const AGAIN_MS = 10_000;

/** The box is always there: words never move. */
export const NewsPicture = ({ address }: { address: string }) => {
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<'waits' | 'shown' | 'none'>('waits');
  const failed = (): void => {
    if (tries > 1) return setState('none');
    setTimeout(() => setTries(2), AGAIN_MS);
  };
  return (
    <div className={css.box} data-state={state}>
      <IconNews size={28} stroke={1.2} aria-hidden />
      {state !== 'none' && (
        <img
          key={tries}
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setState('shown')}
          onError={failed}
        />
      )}
    </div>
  );
};
