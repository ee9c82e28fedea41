export { ask, askBytes } from './ask.js';
export type { PeerBytes, Peers, PeerLink, PeerRequest } from './peers.js';
export { createPeers, type PeersOptions } from './create-peers.js';
export {
  httpLink,
  type HttpLinkOptions,
  holderAddresses,
  peerAddresses,
  peerLinks,
  inProcessLink,
  type InjectedRequest,
  type InProcessService,
} from './links.js';
export {
  answerUnavailable,
  type RefusalAnswer,
  forward,
  type ForwardOptions,
  forwardUpgrade,
  type UpgradeOptions,
} from './replicas/forward.js';
export type { NamesOptions } from './replicas/replica-addresses.js';
export { ReplicaPools, type ReplicaPoolsOptions, type ReplicaRequest } from './replicas/replica-pools.js';
