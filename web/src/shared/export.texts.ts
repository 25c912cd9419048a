import { catalogue } from '../ui/catalogue.ts'

export const texts = catalogue({
  export: 'Export as CSV',
  failed: 'The file was not exported',
  failedNote: 'Nothing was saved. Try again in a minute.',
  fileName: (name: string, day: string) => `${name}-${day}.csv`,
})
