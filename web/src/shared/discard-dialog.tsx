import type { ReactNode } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { texts } from './form/form.texts.ts'
import type { useUnsavedGuard } from './unsaved.ts'

type DiscardDialogProps = {
  /** Somebody pressed Cancel, and has not answered yet. */
  canceling?: boolean
  /** Somebody wants to leave the page. */
  leaving: ReturnType<typeof useUnsavedGuard>
  onStay?: () => void
  /** Leaving the page is answered besides. */
  onDiscard?: () => void
  children?: ReactNode
}

/** Asks before changes are lost, by Cancel or by leaving the page. */
export function DiscardDialog({ canceling = false, leaving, onStay, onDiscard, children }: DiscardDialogProps) {
  return (
    <AlertDialog
      open={canceling || leaving !== undefined}
      onClose={() => {
        onStay?.()
        leaving?.answer(false)
      }}
      title={texts.discard}
      cancelLabel={texts.keepEditing}
      confirmLabel={texts.discardChanges}
      onConfirm={() => {
        onDiscard?.()
        leaving?.answer(true)
      }}
    >
      {children}
    </AlertDialog>
  )
}
