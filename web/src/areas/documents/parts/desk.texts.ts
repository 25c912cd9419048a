import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  document: (name: string) => `Document: ${name}`,
  short: (version: number) => `v${version}`,
  compareWith: (version: number) => `Compare with v${version}`,
  page: (at: number, of: number) => `${at} of ${of}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Open preview',
  details: 'File details',
  download: 'Download',
})
