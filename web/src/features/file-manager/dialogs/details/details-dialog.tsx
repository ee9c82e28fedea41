import type { ElementView } from '@skyshelf/contracts/browser';
import { formatMoment } from '../../../../shared/format/dates-and-sizes.js';
import { reasonsOf, TryAgain, useGivenUp } from '../../../../shared/jobs/given-up.js';
import { kindLabelOf } from '../../../../shared/kinds/kind-label.js';
import { isFile, isFolder } from '../../../../shared/kinds/kind-of.js';
import { useListedElement } from '../../../../shared/listings/listing-cache.js';
import { linksTexts } from '../../../../shared/messages/links-texts.js';
import { detailsTexts } from '../../../../shared/messages/details-texts.js';
import { text } from '../../../../shared/messages/en.js';
import { useReadCookieReady } from '../../../../shared/session/read-cookie.js';
import { useListSharesQuery } from '../../../links/public.js';
import { useMeasureFolderQuery } from '../../elements-api.js';
import { Thumb } from '../../grid/thumb.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../../state/overlay-slice.js';
import { exactSize, Fact, ManyDetails } from './many-details.js';
import css from '../dialogs.module.css';

const words = detailsTexts;

const factsOf = (element: ElementView): { label: string; value: string | null }[] => {
  const { width, height, linkurl, linktag, counter, path, date, modified } = element;
  const isLink = !isFile(element) && !isFolder(element);
  return [
    { label: words.kind, value: kindLabelOf(element) },
    { label: words.size, value: isFile(element) ? exactSize(element.size) : null },
    { label: words.dimensions, value: width && height ? words.pixels(width, height) : null },
    { label: words.path, value: path === '/' ? text.files.title : path },
    { label: words.address, value: isLink ? linkurl : null },
    { label: words.added, value: element.default ? null : formatMoment(date) },
    { label: words.modified, value: modified === undefined ? null : formatMoment(modified) },
    { label: words.opened, value: counter > 0 ? words.times(counter) : null },
    { label: words.tags, value: linktag.length > 0 ? linktag.join(', ') : null },
  ];
};

const FolderFacts = ({ folder }: { folder: ElementView }) => {
  const { data, isError } = useMeasureFolderQuery(
    { url: `${folder.path}${folder.linkname}/`, folderId: folder._id },
    { refetchOnMountOrArgChange: true },
  );
  const waiting = isError ? words.unknown : '…';
  return (
    <>
      <Fact label={words.contents} value={data ? text.files.count(data.count) : waiting} />
      <Fact label={words.size} value={data ? exactSize(data.size) : waiting} />
    </>
  );
};

/** Names the kinds of its links; while they are loading, one that shows. */
const SharedBy = ({ id }: { id: string }) => {
  const { data } = useListSharesQuery();
  const links = data?.docs.filter(({ roots }) => roots.some(({ _id }) => _id === id)) ?? [];
  const shows = links.length === 0 || links.some(({ receives }) => !receives);
  const receives = links.some((link) => link.receives);
  const value = [...(shows ? [linksTexts.byLink] : []), ...(receives ? [linksTexts.receivesByLink] : [])];
  return <Fact label={linksTexts.shared} value={value.join(' ')} />;
};

/** Explains why the element has an icon instead of a picture. */
const NotMade = ({ id }: { id: string }) => {
  const givenUp = useGivenUp(id, true);
  const reasons = reasonsOf(givenUp);
  if (reasons.length === 0) return null;
  const value = (
    <>
      {reasons.join(' ')} <TryAgain id={id} jobs={givenUp} />
    </>
  );
  return <Fact label={words.notMade} value={value} />;
};

const OneDetails = ({ element: shown }: { element: ElementView }) => {
  const element = useListedElement(shown);
  const cookieReady = useReadCookieReady();
  return (
    <>
      <div className={css.head}>
        <div className={css.thumb}>
          <Thumb element={element} cookieReady={cookieReady} />
        </div>
        <strong>{element.linkname}</strong>
      </div>
      <dl className={css.facts}>
        {factsOf(element).map(
          ({ label, value }) => value !== null && <Fact key={label} label={label} value={value} />,
        )}
        {element.shared && <SharedBy id={element._id} />}
        {isFolder(element) && <FolderFacts folder={element} />}
        {element.confirm === false && <NotMade id={element._id} />}
      </dl>
    </>
  );
};

const DetailsDialog = ({ dialog: { elements }, close }: DialogProps<'details'>) => {
  const [only] = elements;
  return (
    <DialogFrame title={words.title} close={close} width={420}>
      {only && elements.length === 1 ? <OneDetails element={only} /> : <ManyDetails elements={elements} />}
    </DialogFrame>
  );
};

export default DetailsDialog;
