export { askOembed } from './ask-oembed.js';
export { askProvider, jsonOf, ProviderSilent, readAnswer, type Get } from './ask-provider.js';
export { guardedGet, type Fetched } from './guarded-get.js';
export { AnswerTooLarge, guardedStream, type GuardedAnswer, type GuardLimits } from './guarded-stream.js';
export { NotPublic } from './not-public.js';
export { hostOf, requirePublic, type OutboundRules } from './outbound-rules.js';
export { isPublicAddress } from './public-address.js';
export { startVettingProxy, type VettingProxy, type VettingProxyOptions } from './vetting-proxy.js';
export { pictureAddress, type VideoFacts } from './video-answers.js';
