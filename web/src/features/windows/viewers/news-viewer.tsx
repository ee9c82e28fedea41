import type { ElementView } from '@skyshelf/contracts/browser';
import { isFile } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { formatDay } from '../../../shared/format/dates.js';
import { Fetching } from './fetching.js';
import { feedOf, newsItems, type NewsItem } from './news/news-items.js';
import { NewsPicture } from './news/news-picture.js';
import { readFeed } from './news/read-feed.js';
import { NoPreview } from './no-preview.js';
import { decodeText } from '@skyshelf/contracts/rules';
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
  if (!items) return <NoPreview element={element} message={text.windows.feedFailed} />;
  return <News name={element.linkname} items={items} none={text.windows.emptyFeed} />;
};

const NewsViewer = ({ element }: ViewerProps) =>
  isFile(element) ? (
    <NewsOfFile element={element} />
  ) : (
    <News name={element.linkname} items={newsItems(feedOf(element))} none={text.windows.noNews} />
  );

export default NewsViewer;
