import { shellTexts as text } from '../../shared/messages/shell-texts.js';
import { networks, shareOn } from './share.js';
import css from './networks.module.css';

export const Networks = () => (
  <div className={css.networks} role="group" aria-label={text.share}>
    {networks.map((network) => (
      <button
        key={network.name}
        type="button"
        aria-label={text.shareOn(network.name)}
        title={network.name}
        onClick={() => shareOn(network)}
      >
        <network.Icon size={22} stroke={1.6} aria-hidden />
      </button>
    ))}
  </div>
);
