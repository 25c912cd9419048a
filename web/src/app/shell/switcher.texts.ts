import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Your workspaces',
  loading: 'Loading your workspaces',
  loadFailed: 'Your workspaces couldn’t be loaded',
  tryAgain: 'Try Again',
  failed: (name: string) => `${name} couldn’t be opened`,
  create: 'Create organization',
})
