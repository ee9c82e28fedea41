export { clusterConfig, type ClusterConfig } from './cluster.config.js';
