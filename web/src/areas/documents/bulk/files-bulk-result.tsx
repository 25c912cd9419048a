import { BulkResultDialog } from '../../../ui/bulk-result.tsx'
import { texts } from '../documents.texts.ts'
import type { Bulk } from './use-files-bulk.ts'

const words = texts.bulk

/** What became of each, where not all of it was done. */
export function FilesBulkResult({ bulk: { ran, busy, again, forget } }: { bulk: Bulk }) {
  if (!ran) return null
  const rows = ran.rows.map(({ subject: { id, name }, result, reason }) => ({ id, name, result, reason }))
  return (
    <BulkResultDialog
      title={words.title[ran.job.act]}
      words={words}
      rows={rows}
      busy={busy}
      onAgain={again}
      onClose={forget}
    />
  )
}
