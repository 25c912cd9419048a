import { doStep, type Work, withContent } from './note.ts'
import { pagesOf } from './pdf.ts'

export const keepPages = (work: Work): Promise<void> =>
  doStep('pages', work, async () => ({
    state: 'done',
    change: { page_count: await withContent(work, pagesOf) },
  }))
