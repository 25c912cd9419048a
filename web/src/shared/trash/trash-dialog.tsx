import type { ReactNode, RefObject } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { focusNextTo } from '../../ui/row-focus.ts'

type TrashDialogProps = {
  id: string
  name: string
  title: string
  confirmLabel: string
  /** What becomes of it. */
  children: ReactNode
  /** Where its row stands: the focus goes to the row beside it. */
  scroller: RefObject<HTMLElement | null> | undefined
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is deleted, for now or forever. */
export function TrashDialog(props: TrashDialogProps) {
  const { id, name, title, confirmLabel, children, scroller, onConfirm, onClose } = props
  const confirm = async () => {
    const focusNeighbour = scroller && focusNextTo(id, scroller.current)
    await onConfirm()
    if (focusNeighbour) setTimeout(focusNeighbour)
  }
  return (
    <AlertDialog onClose={onClose} title={title} confirmLabel={confirmLabel} onConfirm={confirm}>
      <span translate="no" className="font-medium break-words text-fg">
        {name}
      </span>
      <br />
      {children}
    </AlertDialog>
  )
}
