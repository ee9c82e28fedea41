export interface DiskSpace {
  /** @throws DomainError `disk.full`: there is less room than the installation keeps free for its database */
  require(): Promise<void>;
}
