import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { Link } from 'wouter';
import { kindIconOf } from '../../shared/kinds/kind-icon-of.js';
import { kindLabelOf } from '../../shared/kinds/kind-label.js';
import { resultTexts as text } from '../../shared/messages/result-texts.js';
import { Loading } from '../../shared/pages/loading.js';
import { Panel } from '../../shared/pages/page-frame.js';
import css from './result.module.css';
import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

export interface OwnResultsProps {
  words: string;
  onOpen: (element: ElementView) => void;
  addressOfFolder: (folder: string) => string;
}

/** The user's own elements that fit the words, each with its folder. */
export const OwnResults = ({ words, ...actions }: OwnResultsProps) => {
  const { data, isFetching, isError, refetch } = useSearchResultsQuery(words, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel title={text.own}>
      {isFetching ? (
        <Loading />
      ) : isError || !data ? (
        <div className={css.failed} role="alert">
          <p>{text.failed}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      ) : data.docs.length === 0 ? (
        <p className={css.none}>{text.none(words)}</p>
      ) : (
        <ul className={css.list}>
          {data.docs.map((element) => (
            <Row key={element._id} element={element} {...actions} />
          ))}
        </ul>
      )}
      {data?.more && !isFetching && <p className={css.none}>{text.more}</p>}
    </Panel>
  );
};

interface RowProps extends Omit<OwnResultsProps, 'words'> {
  element: ElementView;
}

const Row = ({ element, onOpen, addressOfFolder }: RowProps) => {
  const folder = element.path === '/' ? text.top : element.path.slice(1, -1).replaceAll('/', ' › ');
  return (
    <li>
      <button type="button" onClick={() => onOpen(element)}>
        <img src={kindIconOf(element)} alt="" width={28} height={28} />
        <span>
          {element.linkname}
          <small>{kindLabelOf(element)}</small>
        </span>
      </button>
      <Link href={addressOfFolder(element.path)} aria-label={text.inFolder(folder)}>
        {folder}
      </Link>
    </li>
  );
};

/** The call's limit. */
const MOST_LISTED = 200;

const resultApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchResults: build.query({
      queryFn: queryFnOf('searchElements', (text: string) => ({ body: { text, limit: MOST_LISTED } })),
      keepUnusedDataFor: 10,
    }),
  }),
});
const { useSearchResultsQuery } = resultApi;
