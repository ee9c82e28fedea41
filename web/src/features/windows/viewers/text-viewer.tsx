import { formatSize } from '../../../shared/format/size.js';
import { text } from '../../../shared/messages/en.js';
import { Fetching } from './fetching.js';
import { NoPreview } from './no-preview.js';
import { MOST_TEXT_BYTES } from './first-text.js';
import { useFirstText } from './use-first-text.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './text-viewer.module.css';

/** Markdown and code as they are written: nothing in them is ever run. */
const TextViewer = ({ element }: ViewerProps) => {
  const { linkname, size } = element;
  const shown = useFirstText(element);
  if (shown === null) return <Fetching />;
  if (shown === undefined) return <NoPreview element={element} message={text.windows.textFailed} />;
  return (
    <div className={css.text}>
      <pre tabIndex={0} role="region" aria-label={linkname} dir="auto" data-takes-arrows>
        {shown}
      </pre>
      {size > MOST_TEXT_BYTES && (
        <p className={css.rest} role="status">
          {text.windows.textCut(formatSize(MOST_TEXT_BYTES), formatSize(size))}
        </p>
      )}
    </div>
  );
};

export default TextViewer;
