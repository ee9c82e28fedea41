/**
 * The limits come from the specification (file-manager §5 and §9, surroundings §9) and docs/architecture.md. They are
 * in bytes unless a name says otherwise.
 */
export const limits = {
  /** The limit is 500 MiB. */
  maxUploadBytes: 524_288_000,
  maxFilesPerBatch: 10,
  maxDownloadFiles: 5,
  parallelUploads: 5,
  /** WebSockets of one drive to Companion: one for each import or sign-in at a provider. */
  companionSockets: 20,
  companionIdleMs: 120_000,
  /** A larger body is sent in parts. */
  maxSingleRequestBytes: 8 * 1024 * 1024,
  /** All files together. */
  maxBundleBytes: 8 * 1024 * 1024,
  /** The path of a folder and ten names. */
  maxBundleHeadBytes: 256 * 1024,
  /** The last may be smaller. S3 refuses parts under 5 MiB. */
  partBytes: 8 * 1024 * 1024,
  /** The quota is 250 MiB. */
  freePlanBytes: 250 * 1024 * 1024,
  maxNameCharacters: 255,
  maxTypedNameCharacters: 4096,
  /** The highest number appended to equal names. */
  maxNameNumber: 10_000,
  maxUrlCharacters: 4096,
  maxTags: 50,
  maxTagCharacters: 60,
  /** A longer walk to the root counts as not found. */
  maxDepth: 128,
  maxElementsPerDrive: 2_000_000,
  /** More become a process in chunks. */
  maxElementsPerTransaction: 200,
  maxIdsPerCommand: 1000,
  /** Seconds in which a deletion can be undone. */
  maxHoldSeconds: 60,
  /** The longest time for which an account's trash can keep elements. */
  maxTrashDays: 180,
  /** Earlier contents of one file; older ones go. */
  maxVersions: 100,
  maxNamedVersions: 50,
  maxVersionNameCharacters: 255,
  maxPrioritizedElements: 100,
  maxPlaylistItems: 50,
  /** The limit is 64 MiB. */
  maxBookmarksBytes: 64 * 1024 * 1024,
  maxBookmarkFolders: 100_000,
  maxRefusedBookmarks: 10_000,
  importResultMs: 7 * 24 * 3600_000,
  /** The size as JSON is well below a broker's message limit. */
  maxEventBytes: 768 * 1024,
  maxPageElements: 1000,
  /** Milliseconds before `wait` is answered. */
  documentWaitMs: 20_000,
  /** An access token is valid for 14 days. */
  sessionMs: 1_209_600_000,
  /** The elements that one share link shows. */
  maxScopeRoots: 100,
  maxSharesPerDrive: 1000,
  maxShareNoteCharacters: 2000,
  maxSharePasswordCharacters: 200,
  /** The files that one link receives, unless its owner says otherwise, and at most. */
  dropFiles: 1000,
  maxDropFiles: 10_000,
  /** Folders that a sender's file lies in. */
  maxDropDepth: 20,
  maxSenderCharacters: 60,
  /** An opened link is open for 12 hours. */
  visitMs: 12 * 3600_000,
  grantMs: 24 * 3600_000,
  /** The time includes renewals of grants. */
  uploadMs: 7 * 24 * 3600_000,
  importMs: 3600_000,
  receiptMs: 24 * 3600_000,
  partUrlMs: 15 * 60_000,
  /** The time lets an interrupted download resume. */
  downloadUrlMs: 3600_000,
  /** It applies unless a route says otherwise. */
  maxJsonBytes: 16 * 1024,
  /** The body has one or two folder paths of up to 32,768 characters. */
  maxPathJsonBytes: 256 * 1024,
  /** The body names up to 1,000 elements. */
  maxBulkJsonBytes: 1024 * 1024,
} as const;
