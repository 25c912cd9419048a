import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { texts as trashTexts } from '../../../shared/trash/trash.texts.ts'
import { TrashDialog } from '../../../shared/trash/trash-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { MoveDialog } from '../bulk/move-dialog.tsx'
import { RenameDialog } from '../detail/rename-dialog.tsx'
import { useFileChange } from '../detail/use-file-change.ts'
import { documentQuery } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import type { FileDialog } from './rights.ts'
import type { FileActs } from './use-file-acts.ts'

type FileDialogsProps = {
  dialog: FileDialog
  acts: FileActs
  scroller: RefObject<HTMLElement | null> | undefined
  onClose: () => void
  onGone: (id: string) => void
}

/** One at a time; each closes itself. */
export function FileDialogs({ dialog, acts, scroller, onClose, onGone }: FileDialogsProps) {
  const { kind, document } = dialog
  // As it is now: what somebody else has changed meanwhile does not stand in the way twice.
  const { data: current = document } = useQuery({
    ...documentQuery(document.id),
    enabled: kind === 'rename' || kind === 'move',
  })
  const { busy, change } = useFileChange(current)
  if (kind === 'rename') return <RenameDialog file={current} onClose={onClose} />
  if (kind === 'move')
    return (
      <MoveDialog
        title={texts.moveOf(document.name)}
        busy={busy}
        onClose={onClose}
        onMove={async (place) => {
          if (!(await change({ place }))) return
          toast.success(texts.bulk.done.move(document.name))
          onClose()
        }}
      />
    )
  const forever = kind === 'purge'
  return (
    <TrashDialog
      id={document.id}
      name={document.name}
      title={forever ? texts.foreverTitle : spec.askDelete}
      confirmLabel={forever ? texts.deleteForever : texts.delete}
      scroller={scroller}
      onConfirm={async () => {
        // What is gone forever cannot be asked for again: whatever shows it closes first.
        if (forever) onGone(document.id)
        if (forever) await acts.purge(document)
        else if (await acts.remove(document)) onGone(document.id)
      }}
      onClose={onClose}
    >
      {forever ? texts.deletingForever : trashTexts.trashing}
    </TrashDialog>
  )
}
