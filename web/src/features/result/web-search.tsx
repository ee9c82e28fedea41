import { Notice } from '../../shared/pages/notice.js';
import { text } from '../../shared/messages/en.js';

/** Where the search box of the header leads. Without a search service on this server it says so. */
const WebSearch = () => (
  <Notice title={text.search.off} text={text.search.offHint} action={text.search.back} href="/allfiles/" />
);

export default WebSearch;
