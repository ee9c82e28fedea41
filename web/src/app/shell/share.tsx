import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandX,
} from '@tabler/icons-react';
import { shellTexts as text } from '../../shared/messages/shell-texts.js';
import css from './networks.module.css';

interface Network {
  name: string;
  Icon: typeof IconBrandX;
  width: number;
  height: number;
  addressOf: (url: string) => string;
}

const asked = (base: string, fields: Record<string, string>): string =>
  `${base}?${new URLSearchParams(fields)}`;

const wide = { width: 750, height: 600 };
const narrow = { width: 660, height: 460 };

/** No script of theirs is loaded. */
const networks: readonly Network[] = [
  {
    name: 'Facebook',
    Icon: IconBrandFacebook,
    ...wide,
    addressOf: (u) => asked('https://www.facebook.com/sharer/sharer.php', { u }),
  },
  {
    name: 'X',
    Icon: IconBrandX,
    ...narrow,
    addressOf: (url) => asked('https://x.com/intent/post', { url, text: text.shareWords }),
  },
  {
    name: 'LinkedIn',
    Icon: IconBrandLinkedin,
    ...narrow,
    addressOf: (url) => asked('https://www.linkedin.com/sharing/share-offsite/', { url }),
  },
  {
    name: 'Pinterest',
    Icon: IconBrandPinterest,
    ...wide,
    addressOf: (url) =>
      asked('https://www.pinterest.com/pin/create/button/', { url, description: text.shareWords }),
  },
  {
    name: 'Reddit',
    Icon: IconBrandReddit,
    ...narrow,
    addressOf: (url) => asked('https://www.reddit.com/submit', { url, title: text.shareWords }),
  },
];

const shareOn = ({ width, height, addressOf }: Network): void => {
  const left = Math.max(0, Math.round((screen.width - width) / 2));
  const top = Math.max(0, Math.round((screen.height - height) / 2));
  const features = `popup,noopener,noreferrer,width=${width},height=${height},left=${left},top=${top}`;
  window.open(addressOf(`${location.origin}/`), '_blank', features);
};

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
