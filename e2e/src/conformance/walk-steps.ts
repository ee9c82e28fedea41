import { errorBody, filePath, routes, VISIT_PREFIX, type RouteContract } from '@skyshelf/contracts';
import { apiClient, eventually, type ApiAnswer } from '@skyshelf/testing';
import { expect } from 'vitest';
import { z, type ZodType } from 'zod';
import { expected, filledIn, valueAt, type Kept } from './fill-in.js';
import type { Step } from './step.js';

/** The fields that precede the bytes of a request: in a header, or in the head of a bundle. */
const BEFORE_BYTES = ['upload-grant', 'content-digest', 'content-length', 'url', 'folderid', 'files'];

/** The fields of a payment provider's form that cause refusals; the form itself is not ours to describe. */
const IN_FORM = ['receiver_email', 'item_number', 'mc_gross', 'mc_amount3', 'mc_currency', 'custom'];

const fieldsOf = (schema: ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Whether the field that a refusal names stands in the request, so that a client can show it there. */
function isFieldOfRequest({ body, query, params, bytes, bytesType }: RouteContract, field: string): boolean {
  const [first = ''] = field.split('.', 1);
  const known = [body, query, params].flatMap(fieldsOf);
  if (bytesType !== undefined) return IN_FORM.includes(first);
  return known.includes(first) || (bytes === true && BEFORE_BYTES.includes(first.toLowerCase()));
}

/** The signature of an address: AWS Signature Version 4 in the query. */
const SIGNATURE = 'X-Amz-Signature';

/** Sends a part straight to the object store, as a browser does, which is how a cluster takes large files. */
async function putIntoStore(step: Step, kept: Kept, where: string): Promise<Kept> {
  const address = new URL(String(filledIn(step.at, kept)));
  if (step.query?.signature !== undefined) address.searchParams.set(SIGNATURE, String(step.query.signature));
  const answer = await fetch(address, { method: 'PUT', body: step.bytes ?? '' });
  expect(answer.status, `${where}: ${await answer.text()}`).toBe(step.statusOfStore ?? step.status ?? 200);
  const told = { etag: answer.headers.get('etag') };
  const places = Object.entries(step.keep ?? {});
  return Object.fromEntries(places.map(([name, place]) => [name, valueAt(told, place)]));
}

/**
 * Sends one request after the other as one user, and compares what is answered. Answers the refusals that it
 * met, as `call code`.
 */
export async function walk(
  url: string,
  user: Kept & { token: string; adminToken: string },
  steps: readonly Step[],
): Promise<string[]> {
  const refusals: string[] = [];
  const { token, adminToken } = user;
  let kept: Kept = user;
  for (const [index, step] of steps.entries()) {
    const called: RouteContract = routes[step.call];
    const route = step.link ? { ...called, path: `${VISIT_PREFIX}${called.path}` } : called;
    const client = apiClient(url, step.visitor || step.link ? null : step.admin ? adminToken : token);
    const where = `step ${index + 1}, ${step.call}`;
    try {
      if (route.media === 'event-stream') await listen(new URL(route.path, url), token, step);
      else if (isElsewhere(step, kept)) kept = { ...kept, ...(await putIntoStore(step, kept, where)) };
      else {
        const { values, code } = await exchange(client, route, step, kept, where);
        kept = { ...kept, ...values };
        if (code) refusals.push(`${step.call} ${code}`);
      }
    } finally {
      client.close();
    }
  }
  return refusals;
}

async function exchange(
  client: ReturnType<typeof apiClient>,
  route: RouteContract,
  step: Step,
  kept: Kept,
  where: string,
): Promise<{ values: Kept; code: string | null }> {
  const { params, query } = placeOf(route, asVisited(step), kept);
  const send = () =>
    client.send(route, {
      params,
      query,
      headers: filledIn(asVisited(step).headers ?? {}, kept) as Record<string, string>,
      ...(step.body !== undefined && { body: filledIn(step.body, kept) as never }),
      ...(step.bytes !== undefined && { bytes: Buffer.from(step.bytes) }),
      ...(step.base64 !== undefined && { bytes: Buffer.from(step.base64, 'base64') }),
    });
  const status = step.status ?? 200;
  const answer = await answerOf(step, status, send);
  expect(answer.status, `${where}: ${answer.bytes.toString()}`).toBe(status);
  if (step.text !== undefined) expect(answer.bytes.toString(), where).toMatch(new RegExp(`^${step.text}`));
  if (step.answer !== undefined) expectAnswer(answer.body, expected(step.answer, kept), where);
  if (route.media === undefined || status >= 400) asDocumented(route, answer, where);
  const values = Object.fromEntries(
    Object.entries(step.keep ?? {}).map(([name, place]) => [name, valueAt(answer.body, place)]),
  );
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
  return {
    values: { ...values, ...(cookie && { cookie: cookie.split(';', 1)[0] }) },
    code: errorBody.safeParse(answer.body).data?.error.code ?? null,
  };
}

const asVisited = (step: Step): Step =>
  step.link
    ? {
        ...step,
        params: { share: '$share', ...step.params },
        headers: { cookie: '$cookie', ...step.headers },
      }
    : step;

/** A session's end is heard of by another gateway within a second: so long may it still answer. */
async function answerOf(
  { polls, answer: wanted }: Step,
  status: number,
  send: () => Promise<ApiAnswer<unknown>>,
): Promise<ApiAnswer<unknown>> {
  if (polls) return eventually(async () => notWaiting(await send()), { timeoutMs: 120_000, intervalMs: 500 });
  const ended = (wanted as { error?: { code?: string } } | undefined)?.error?.code === 'auth.revoked';
  let answer = await send();
  for (const until = Date.now() + 1_000; ended && answer.status !== status && Date.now() < until;)
    answer = await send();
  return answer;
}

function notWaiting(answer: ApiAnswer<unknown>): ApiAnswer<unknown> | false {
  const body = answer.body as { wait?: unknown; takeout?: { state: string } | null } | null;
  return body?.wait !== true && body?.takeout?.state !== 'making' && answer;
}

/** An address of a part is complete where it leads to an object store. */
const isElsewhere = ({ at }: Step, kept: Kept): boolean =>
  at !== undefined && /^https?:/.test(String(filledIn(at, kept)));

/** Params and query, also out of an address that was answered. */
function placeOf(route: RouteContract, { at, params, query }: Step, kept: Kept) {
  const given = { params: texts(params, kept), query: texts(query, kept) };
  if (at === undefined) return given;
  const address = String(filledIn(at, kept));
  const { pathname, searchParams } = new URL(
    address.startsWith('Cloud/') ? filePath(address) : address,
    'http://any',
  );
  const names = route.path.split('/');
  const found = pathname
    .split('/')
    .flatMap((part, index): [string, string][] =>
      names[index]?.startsWith(':') ? [[names[index].slice(1), decodeURIComponent(part)]] : [],
    );
  return {
    params: { ...Object.fromEntries(found), ...given.params },
    query: { ...Object.fromEntries(searchParams), ...given.query },
  };
}

const texts = (values: object | undefined, kept: Kept): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, String(filledIn(value, kept))]),
  );

function expectAnswer(body: unknown, wanted: unknown, where: string): void {
  if (typeof wanted === 'object' && wanted !== null) expect(body, where).toMatchObject(wanted);
  else expect(body, where).toEqual(wanted);
}

/** Exactly the fields of the contract: none is missing, none is beyond it. */
function asDocumented(route: RouteContract, { status, body }: ApiAnswer<unknown>, where: string): void {
  if (status === 304) return;
  const schema = status < 400 ? route.answer : errorBody;
  if (schema) expect(schema.parse(body), `${where}: not as documented`).toEqual(body);
  const field = errorBody.safeParse(body).data?.error.field;
  if (field !== undefined)
    expect(isFieldOfRequest(route, field), `${where}: ${field} is no field of the request`).toBe(true);
}

/** A stream has no end: its beginning is looked at. */
async function listen(address: URL, token: string, step: Step): Promise<void> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(address, { headers, signal: leaving.signal });
  expect(answer.status).toBe(step.status ?? 200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('id:') && text.endsWith('\n\n')) break;
  }
  leaving.abort();
  expect(text).toMatch(new RegExp(step.text ?? '', 'u'));
}
