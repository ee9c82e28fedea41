import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import css from './news-picture.module.css';

/** One that is slow outside is made while the news are read. */
const AGAIN_MS = 10_000;

/**
 * The picture of a piece of news, in a box that is there before it and stays without it: words around it never move.
 */
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
