export type { PeerBytes, Peers } from './peers.js';
export { createPeers, type PeersOptions } from './create-peers.js';
export { httpLink, type HttpLinkOptions } from './http-link.js';
export { inProcessLink, type InjectedRequest, type InProcessService } from './in-process-link.js';
export type { PeerLink, PeerRequest } from './peer-link.js';
export { peerAddresses, peerLinks } from './peer-links.js';
export { answerUnavailable } from './replicas/answer-unavailable.js';
export { forward, type ForwardTerms } from './replicas/forward.js';
export { ReplicaPools, type ReplicaPoolsOptions, type ReplicaRequest } from './replicas/replica-pools.js';
