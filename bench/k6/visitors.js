/**
 * Visitors: each opens the plans and the updates, signed in the news too, reads for a second and begins again.
 * For k6 (https://grafana.com/docs/k6/); run by `npm run bench -- visitors`.
 *
 *   SKYSHELF_URL  where the product is
 *   PEOPLE        a JSON file: [{ token }], who is signed in
 *   RATE          visitors at the same time
 *   SECONDS       how long
 *   RESULT        the file for k6's summary
 */
import { check, sleep } from 'k6';
import http from 'k6/http';

const { SKYSHELF_URL: url, RATE, SECONDS, RESULT } = __ENV;

export const options = {
  vus: Number(RATE),
  duration: `${SECONDS}s`,
  thresholds: { http_req_failed: ['rate==0'], http_req_duration: ['p(95)<=150'], checks: ['rate==1'] },
  summaryTrendStats: ['med', 'p(95)'],
};

const [{ token }] = JSON.parse(open(__ENV.PEOPLE));
const visitor = { 'content-type': 'application/json' };
const user = { ...visitor, authorization: `Bearer ${token}` };

export default function visit() {
  const answered = (path, headers, body, list) =>
    check(http.post(url + path, JSON.stringify(body), { headers }), {
      [path]: (answer) => answer.status === 200 && list(answer.json()).length > 0,
    });
  answered('/api/account/plans', visitor, {}, (plans) => plans);
  answered('/api/news/updates', visitor, {}, ({ docs }) => docs);
  answered('/api/news/', user, { news: true }, ({ feed }) => feed.items);
  sleep(1);
}

export const handleSummary = (data) => ({ [RESULT]: JSON.stringify(data) });
