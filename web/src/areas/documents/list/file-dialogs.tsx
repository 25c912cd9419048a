import type { RefObject } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { MoveDialog } from '../bulk/move-dialog.tsx'
import type { Bulk } from '../bulk/use-files-bulk.ts'
import { texts } from '../documents.texts.ts'
import type { Asked } from './rights.ts'
import type { FileActs } from './use-file-acts.ts'

type FileDialogsProps = {
  asked: Asked | undefined
  acts: FileActs
  bulk: Bulk
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
  onGone: (id: string) => void
}

/** One at a time; each closes itself. */
export function FileDialogs({ asked, acts, bulk, scroller, onClose, onGone }: FileDialogsProps) {
  if (!asked) return null
  const { kind, document } = asked
  if (kind === 'move')
    return (
      <MoveDialog
        count={1}
        busy={bulk.busy}
        onClose={onClose}
        onMove={(workflow) => void bulk.run({ act: 'move', workflow }, [document]).then(onClose)}
      />
    )
  const forever = kind === 'purge'
  const confirm = async () => {
    const focusNeighbour = focusNextTo(document.id, scroller.current)
    if (forever) await acts.purge(document)
    else if (await acts.remove(document)) onGone(document.id)
    setTimeout(focusNeighbour)
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={forever ? texts.foreverTitle : texts.deleteTitle}
      confirmLabel={forever ? texts.deleteForever : texts.delete}
      onConfirm={confirm}
    >
      <span translate="no" className="font-medium break-words text-fg">
        {document.name}
      </span>
      <br />
      {forever ? texts.deletingForever : texts.trashing}
    </AlertDialog>
  )
}
