export { fileDateOf, uploadIdOf } from './upload-date.js';
export * from './service-name.js';
export * from './connection-headers.js';
export * from './ids.js';
export * from './rules/backoff.js';
export * from './limits.js';
export * from './scrub-sprite.js';
export { asForSender, forSender } from './sender-refusals.js';
export * from './messages.js';
export * from './errors.js';
export * from './derivatives.js';
export * from './derived.js';
export * from './element.js';
export * from './statements.js';
export * from './access-scope.js';
export * from './access-token.js';
export * from './operations.js';
export * from './drive-copies.js';
export * from './account-content.js';
export * from './drive-tree.js';
export * from './consumed-events.js';
export * from './events/envelope.js';
export * from './events/restore-epoch.js';
export { counterDelta, type CounterDelta, type KeptChange, type KeptSum } from './events/catalog-fields.js';
export * from './events/catalog.js';
export * from './events/catalog-uploads.js';
export * from './events/catalog-versions.js';
export * from './events/catalog-paste.js';
export { playlistAdded } from './events/catalog-additions.js';
export * from './events/storage.js';
export * from './events/media.js';
export * from './events/billing.js';
export * from './events/gateway.js';
export * from './events/catalogue.js';
export * from './api/internal-routes.js';
export * from './api/internal-routes.js';
export type { SessionView } from './api/gateway/session.js';
export { extensionPackages, type ExtensionPackage } from './api/gateway/extension.js';
export {
  adSlots,
  launcherSystems,
  type AdSlot,
  type Installation,
  type LauncherSystem,
  remoteSources,
  sourceList,
  reportedSources,
  type RemoteSource,
  type SourceList,
  type ReportedSources,
} from './api/gateway/installation.js';
export { billingCalls } from './api/billing/internal.js';
export {
  notifyCalls,
  mailStates,
  type MailRecord,
  type MailState,
  type MailKind,
} from './api/notify/internal.js';
export type { NewsItem } from './api/notify/news.js';
export { newsCategories, settingsFlags, type NewsCategory, type SettingsFlag } from './rules/settings.js';
export { currentConditions, type CurrentConditions } from './api/notify/weather.js';
export { catalogCalls } from './api/catalog/internal.js';
export type { TrashedElement } from './api/catalog/trash.js';
export type { ListedShare, OpenShare, SavedShare, ShownFolder } from './api/catalog/internal-shares.js';
export type { ShareView } from './api/catalog/shares.js';
export {
  shareToken,
  visitPath,
  VISIT_PREFIX,
  visitRefusals,
  type OpenedShare,
} from './api/gateway/visits.js';
export { receivedKinds, shareState, type Receives, type ShareState } from './events/catalog-shares.js';
export type { FileVersion } from './api/catalog/versions.js';
export type { FormerView, MomentView, RewindPlan } from './api/catalog/rewind.js';
export { gatewayCalls, type NoticeTarget } from './api/gateway/internal.js';
export type { NoticeSettings } from './api/gateway/notices.js';
export { mediaCalls } from './api/media/internal.js';
export type { JobView } from './api/media/jobs.js';
export { derivedHead, storageCalls, type DerivedHead } from './api/storage/internal.js';
export * from './api/route.js';
export * from './api/routes.js';
export { refusalsOf } from './api/refusals.js';
export { openApiDocument, renderAddresses } from './api/openapi.js';
export { paymentOutcomes, type PaymentOutcome, type PaymentRecord } from './api/billing/payments.js';
export { plan, planChange, storedPlan, type PlanChange, type StoredPlan } from './api/billing/plans.js';
export type { Settings } from './api/billing/settings.js';
export { warning, type Warning } from './api/catalog/fields.js';
export { requestedUpload, type AdmittedUploads, type RequestedUpload } from './api/catalog/uploads.js';
export { sortField } from './api/catalog/folders.js';
export type { PageSpan } from './api/gateway/trace.js';
export { captchaChallenge, mailTransports } from './api/notify/contact.js';
export { update } from './api/notify/updates.js';
export type { FinishedUpload } from './api/storage/upload.js';
export type { TakeoutAnswer } from './api/storage/takeout.js';
export { brokenReaders, presentEvents, type PublishedEvents, type Shape } from './events/published-events.js';
