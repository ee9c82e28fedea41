import type { ElementView } from '@skyshelf/contracts/browser';
import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { decodeText } from '@skyshelf/contracts/text';
import { isFile } from '../../../shared/kinds/kind-of.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { formatDay } from '../../../shared/format/dates-and-sizes.js';
import { Fetching, NoPreview } from './placeholders.js';
import { feedOf, type NewsItem, newsItems, readFeed } from './news/read-feed.js';
import { useFirstPart } from './text/use-first-part.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './news-viewer.module.css';

const MOST_FEED_BYTES = 512 * 1024;

interface NewsProps {
  name: string;
  items: readonly NewsItem[];
  none: string;
}

const News = ({ name, items, none }: NewsProps) =>
  items.length === 0 ? (
    <div className={css.news} data-empty>
      <p role="status">{none}</p>
    </div>
  ) : (
    <div className={css.news} tabIndex={0} role="region" aria-label={name} data-takes-arrows>
      {items.map(({ title, link, content, isoDate, picture }, index) => (
        <article key={`${index} ${link}`}>
          <div>
            <h3>
              <a href={link} target="_blank" rel="noopener noreferrer">
                {title}
              </a>
            </h3>
            {isoDate && <time dateTime={isoDate}>{formatDay(isoDate)}</time>}
            {content && <p>{content}</p>}
          </div>
          {picture && <NewsPicture address={picture} />}
        </article>
      ))}
    </div>
  );

const NewsOfFile = ({ element }: { element: ElementView }) => {
  const { bytes } = useFirstPart(element, { step: MOST_FEED_BYTES, most: MOST_FEED_BYTES });
  if (bytes === null) return <Fetching />;
  const items = bytes && readFeed(decodeText(bytes));
  if (!items) return <NoPreview element={element} message={windowsTexts.feedFailed} />;
  return <News name={element.linkname} items={items} none={windowsTexts.emptyFeed} />;
};

const NewsViewer = ({ element }: ViewerProps) =>
  isFile(element) ? (
    <NewsOfFile element={element} />
  ) : (
    <News name={element.linkname} items={newsItems(feedOf(element))} none={windowsTexts.noNews} />
  );

export default NewsViewer;

/** A slow one is made while the news are read. */
const AGAIN_MS = 10_000;

/** The box is always there: words never move. */
const NewsPicture = ({ address }: { address: string }) => {
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
