import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  offline: 'You are offline',
  offlineNote: 'What is on the screen may be out of date. Changes need a connection.',
  signedOut: 'Your session has ended',
  signedOutNote: 'Copy what you have not saved, then sign in again.',
  signIn: 'Sign in',
  subscription: 'The subscription is not active',
  subscriptionAdmin: 'Everything can be read; nothing can be changed until a plan is chosen.',
  subscriptionMember: 'Everything can be read; nothing can be changed. Your administrator can choose a plan.',
  seePlans: 'See plans',
  lostWork: (from: string, until: string) => `Work from ${from} until ${until} was lost`,
  lostWorkNote: 'Throughline was restored from a backup. Do again what you did in that time.',
  version: 'A new version is ready',
  versionNote: 'Reload when it suits you.',
  reload: 'Reload',
})
