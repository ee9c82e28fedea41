/**
 * Simulates users of a drive at a given rate: of 20 steps 12 open a folder, 3 rename an element, 3 upload a file of
 * 8 KB, 2 paste a copy of an element into a folder. For k6 (https://grafana.com/docs/k6/); run by
 * `npm run bench -- everyday`.
 *
 *   SKYSHELF_URL  the address of the product
 *   PEOPLE        a JSON file of users: [{ token, element }]; `element` is a link in the root, next to a folder Copies
 *   RATE          steps a second
 *   SECONDS       the duration
 *   RESULT        the file for k6's summary
 */
import { check } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';

const { SKYSHELF_URL: url, RATE, SECONDS, RESULT } = __ENV;
const people = new SharedArray('people', () => JSON.parse(open(__ENV.PEOPLE)));
const UPLOAD_BYTES = 8 * 1024;
const run = Date.now();

export const options = {
  scenarios: {
    everyday: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      timeUnit: '1s',
      duration: `${SECONDS}s`,
      preAllocatedVUs: 50,
      maxVUs: 400,
    },
  },
  summaryTrendStats: ['med', 'p(95)'],
};

const steps = [
  ...Array(12).fill(browse),
  ...Array(3).fill(rename),
  ...Array(3).fill(upload),
  ...Array(2).fill(paste),
];

export default function step() {
  const turn = exec.scenario.iterationInTest;
  // Each user comes to each step, whatever the number of users.
  const person = people[Math.floor(turn / steps.length) % people.length];
  steps[turn % steps.length](person, turn);
}

function browse({ token }) {
  const answer = post('/api/', token, { url: '/' });
  check(answer, { browse: ({ status }) => status === 200 && answer.json('docs').length > 0 });
}

function rename({ token, element }, turn) {
  const obj = { linkname: `renamed ${run} ${turn}` };
  const answer = post('/api/edit/', token, { url: '/', id: element, obj });
  check(answer, { rename: ({ status }) => status === 200 && answer.json('docs.modifiedCount') === 1 });
}

/** Uploads a file like the page sends small ones. */
function upload({ token }, turn) {
  const file = { name: `upload ${run} ${turn}.bin`, size: UPLOAD_BYTES, type: 'application/octet-stream' };
  const head = `${JSON.stringify({ url: '/Copies/', files: [file] })}\n`;
  const body = new Uint8Array(head.length + UPLOAD_BYTES).map(
    (_, at) => head.charCodeAt(at) || (at * turn) % 251,
  );
  const answer = http.put(`${url}/api/upload/bundle`, body.buffer, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  check(answer, { upload: ({ status }) => status === 200 && answer.json('docs.ops').length === 1 });
}

function paste({ token, element }) {
  const body = { url: '/Copies/', arr: [element], action: 'copy', conflict: 'number' };
  const answer = post('/api/paste/', token, body);
  check(answer, { paste: ({ status }) => status === 200 && answer.json('docs.ops').length === 1 });
}

const post = (path, token, body) =>
  http.post(`${url}${path}`, JSON.stringify(body), {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

export const handleSummary = (data) => ({ [RESULT]: JSON.stringify(data) });
