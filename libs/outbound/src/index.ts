export {
  askOembed,
  askProvider,
  jsonOf,
  ProviderSilent,
  readAnswer,
  type Get,
  pictureAddress,
  type VideoFacts,
} from './ask-provider.js';
export {
  guardedGet,
  type Fetched,
  AnswerTooLarge,
  guardedStream,
  type GuardedAnswer,
  type GuardLimits,
} from './guarded-stream.js';
export { NotPublic, isPublicAddress } from './public-address.js';
export { hostOf, requirePublic, type OutboundRules } from './outbound-rules.js';
export { startVettingProxy, type VettingProxy, type VettingProxyOptions } from './vetting-proxy.js';
