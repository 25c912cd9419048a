import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  offline: 'You’re offline',
  offlineNote: 'This page may be out of date. You need a connection to make changes.',
  signedOut: 'Your session has ended',
  signedOutNote: 'Copy anything you haven’t saved, then sign in again.',
  signIn: 'Sign in',
  subscription: 'The subscription isn’t active',
  subscriptionAdmin: 'You can view everything, but you can’t make changes until you choose a plan.',
  subscriptionMember: 'You can view everything, but you can’t make changes. Your administrator can choose a plan.',
  seePlans: 'See plans',
  lostWork: (from: string, until: string) => `Work from ${from} until ${until} was lost`,
  lostWorkNote: 'Throughline was restored from a backup. Please redo any work from that time.',
  version: 'A new version is ready',
  versionNote: 'Reload when you’re ready.',
  reload: 'Reload',
})
