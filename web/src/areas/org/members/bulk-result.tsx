import { Check, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { texts } from '../members.texts.ts'
import type { BulkResult } from './run-bulk.ts'

type BulkResultDialogProps = { results: readonly BulkResult[]; busy: boolean; onAgain: () => void; onClose: () => void }

/** One row for each person, what was refused first. */
export function BulkResultDialog({ results, busy, onAgain, onClose }: BulkResultDialogProps) {
  const failed = results.flatMap((result) => (result.done ? [] : [result]))
  const done = results.filter((result) => result.done)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.bulk.resultTitle}
      note={texts.bulk.resultNote(done.length, failed.length)}
      width={560}
      footer={
        <>
          <DialogClose>
            <Button>{texts.bulk.close}</Button>
          </DialogClose>
          <Button data-first variant="primary" busy={busy} onClick={onAgain}>
            {texts.bulk.again(failed.length)}
          </Button>
        </>
      }
    >
      <ul aria-label={texts.bulk.result} className="-mx-5 border-t">
        {failed.map(({ member, reason }) => (
          <li key={member.id} className="flex min-h-10 items-center gap-3 border-b bg-danger-bg/40 px-5 py-1.5">
            <TriangleAlert size={15} aria-hidden className="shrink-0 text-danger-fg" />
            <span translate="no" className="min-w-0 flex-1 truncate font-medium">
              {member.name}
            </span>
            <span className="max-w-72 text-xs text-danger-fg">{reason}</span>
          </li>
        ))}
        {done.map(({ member }) => (
          <li key={member.id} className="flex min-h-9 items-center gap-3 border-b px-5 last:border-b-0">
            <Check size={15} strokeWidth={2.4} aria-hidden className="shrink-0 text-success-fg" />
            <span translate="no" className="min-w-0 flex-1 truncate text-fg-2">
              {member.name}
            </span>
            <span className="text-xs text-fg-3">{texts.bulk.done}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
