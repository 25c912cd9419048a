import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Your workspaces',
  loading: 'Loading your workspaces',
  loadFailed: 'Your workspaces could not be loaded',
  tryAgain: 'Try Again',
  failed: (name: string) => `${name} could not be opened`,
  create: 'Create organization',
})
