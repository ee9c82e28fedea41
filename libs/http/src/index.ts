export { acceptedEncoding, type ContentCoding } from './accepted-encoding.js';
export type { HttpDeps } from './http-deps.js';
export { createApp, type AppModule, type AppOptions, type AppState } from './create-app.js';
export { RequestsInFlight } from './requests-in-flight.js';
export type { Health, Stage } from './operations-routes.js';
export { guardBytes } from './guard-bytes.js';
export {
  Internal,
  Route,
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type RouteRules,
} from './route.js';
export { ByteStream, ClientAddress, CurrentUser, OperationId, operationIdOf } from './request-parameters.js';
export { FILE_BODY_TIME, limitBodyTime } from './body-time.js';
export { clientSoftware } from './client-software.js';
export { bearerToken, requireOpen, type TokenOf } from './access.js';
export { toDomainError } from './error-translation.js';
export {
  answerError,
  isNavigation,
  refusalPage,
  answerBrokenRequest,
  refuseUpgrade,
} from './error-answer.js';
export { checked } from './request-checks.js';
export { parseJson } from './json-text.js';
export { KEEP_ALIVE_MS, serverOptions, MAX_HEADERS } from './fastify-options.js';
export { createInternalServer } from './internal-routes.js';
