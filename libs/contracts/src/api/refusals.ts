import type { ErrorCode } from '../errors.js';
import { senderRefusals } from '../sender-refusals.js';
import type { ServiceName } from '../service-name.js';
import { internalRefusals, type InternalContract } from './internal-routes.js';
import type { RouteContract } from './route.js';

const anyRequest = [
  'input.invalid',
  'input.unreadable',
  'headers.too-large',
  'body.too-large',
  'media-type.unsupported',
  'rate.limited',
  'service.unavailable',
  'starting',
  'read-only',
  'internal',
] as const satisfies readonly ErrorCode[];

const withToken = [
  'auth.expired',
  'auth.forged',
  'auth.revoked',
  'session.unknown',
] as const satisfies readonly ErrorCode[];

/** No route opens to every scope. */
const ofScope = ({ access }: RouteContract): ErrorCode[] =>
  access === 'public' || access === 'signed' ? [] : ['access.denied'];

const ofSender = ({ opens = [] }: RouteContract): readonly ErrorCode[] =>
  opens.includes('drop') ? senderRefusals : [];

const byAccess: Readonly<Record<RouteContract['access'], readonly ErrorCode[]>> = {
  public: [],
  signed: [],
  visitor: withToken,
  user: ['auth.required', ...withToken],
  admin: ['auth.required', ...withToken],
  reader: ['auth.required', ...withToken],
};

/** They keep each command's answer under its Idempotency-Key. */
const keepsAnswers: readonly ServiceName[] = ['catalog', 'billing'];

const ofCommand = ({ command, service }: Pick<RouteContract, 'command' | 'service'>): ErrorCode[] => {
  if (!command) return [];
  return [
    'drive.busy',
    'drive.closed',
    ...(keepsAnswers.includes(service) ? (['operation.reused'] as const) : []),
  ];
};

export const refusalsOf = (route: RouteContract | InternalContract): ReadonlySet<ErrorCode> =>
  new Set([
    ...route.refuses,
    ...('access' in route
      ? [...byAccess[route.access], ...ofScope(route), ...ofSender(route), ...ofCommand(route)]
      : internalRefusals),
    ...anyRequest,
  ]);
