import { catalogue } from '../ui/catalogue.ts'
import { counted } from './format/count.ts'

export const texts = catalogue({
  export: 'Export as CSV',
  failed: 'The file wasn’t exported',
  failedNote: 'Nothing was saved. Try again in a minute.',
  fileName: (name: string, day: string) => `${name}-${day}.csv`,
  preparing: 'We’re preparing the file and will let you know when it’s ready.',
  ready: 'Your export is ready',
  rows: (rows: number) => counted(rows, 'row'),
  download: 'Download',
  notDownloaded: 'The export wasn’t downloaded',
})
