/**
 * What people do with a drive, at a given rate: of 20 steps 14 open a folder, 3 rename an item, 3 upload a
 * file of 8 KB. For k6 (https://grafana.com/docs/k6/); run by `npm run bench -- k6`, which finds the rate
 * that the installation bears.
 *
 * SKYSHELF_URL where the product is
 *
 * PEOPLE a JSON file: [{ token, item }], one per user; `item` is an element of theirs in the root
 *
 * RATE steps a second
 *
 * SECONDS how long
 *
 * RESULT the file for k6's summary
 *
 * STRICT when set, the run fails on any error and when the 95th percentile is above 200 ms
 */
import { check } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';

const { SKYSHELF_URL: url, RATE, SECONDS, RESULT, STRICT } = __ENV;
const people = new SharedArray('people', () => JSON.parse(open(__ENV.PEOPLE)));
const bytes = new Uint8Array(8 * 1024).map((_, index) => index % 251);

export const options = {
  scenarios: {
    mix: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      timeUnit: '1s',
      duration: `${SECONDS}s`,
      preAllocatedVUs: 50,
      maxVUs: 400,
    },
  },
  thresholds: STRICT
    ? {
        http_req_failed: ['rate==0'],
        http_req_duration: ['p(95)<=200'],
        checks: ['rate==1'],
        dropped_iterations: ['count==0'],
      }
    : {},
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
  discardResponseBodies: false,
};

export default function step() {
  const turn = exec.scenario.iterationInTest;
  const person = people[turn % people.length];
  const kind = turn % 20;
  if (kind < 14) browse(person);
  else if (kind < 17) rename(person, turn);
  else upload(person, turn);
}

function browse({ token }) {
  answered(post('/api/', token, { url: '/' }), 'browse');
}

function rename({ token, item }, turn) {
  const obj = { linkname: `renamed ${turn}` };
  answered(post('/api/edit/', token, { url: '/', id: item, obj }, `rename-${run}-${turn}`), 'rename');
}

/** Leave to upload, the bytes, the element: as the browser does. */
function upload({ token }, turn) {
  const files = [{ name: `upload ${run} ${turn}.bin`, size: bytes.length, type: 'application/octet-stream' }];
  const started = post('/api/upload/start', token, { url: '/Uploads/', files }, `start-${run}-${turn}`);
  if (!answered(started, 'upload start')) return;
  const { grant, uploadId } = started.json('docs.0');
  const content = new Uint8Array(bytes);
  new DataView(content.buffer).setFloat64(0, Math.random());
  const sent = http.put(`${url}/api/upload/bytes`, content.buffer, {
    headers: { ...headers(token), 'content-type': 'application/octet-stream', 'upload-grant': grant },
    tags: { name: 'upload bytes' },
  });
  if (!answered(sent, 'upload bytes')) return;
  const body = { url: '/Uploads/', files: [{ receipt: sent.json('receipt') }] };
  answered(post('/api/upload/file/', token, body, `admit-${uploadId}`), 'upload admission');
}

/** Names of one run differ from those of the others: folders hold a name once. */
const run = `${Date.now()}`;

const headers = (token) => ({ authorization: `Bearer ${token}` });

function post(path, token, body, key) {
  return http.post(`${url}${path}`, JSON.stringify(body), {
    headers: {
      ...headers(token),
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    tags: { name: path },
  });
}

const answered = (response, what) => check(response, { [what]: ({ status }) => status === 200 });

export const handleSummary = (data) => ({ [RESULT]: JSON.stringify(data) });
