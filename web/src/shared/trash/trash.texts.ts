import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  restore: 'Restore',
  deleteForever: 'Delete forever',
  trashing: 'Moves to trash for 30 days.',
  removed: (name: string) => `${name} moved to trash`,
  restored: (name: string) => `${name} restored`,
  gone: (name: string) => `${name} was permanently deleted`,
})
