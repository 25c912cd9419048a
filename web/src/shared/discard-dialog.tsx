import type { ReactNode } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import type { useUnsavedGuard } from './unsaved.ts'

type DiscardDialogProps = {
  /** Somebody pressed Cancel, and has not answered yet. */
  canceling: boolean
  /** Somebody wants to leave the page. */
  leaving: ReturnType<typeof useUnsavedGuard>
  onStay: () => void
  onDiscard: () => void
  texts: { title: string; keep: string; discard: string }
  children?: ReactNode
}

/** Asks before changes are lost, by Cancel or by leaving the page. */
export function DiscardDialog({ canceling, leaving, onStay, onDiscard, texts, children }: DiscardDialogProps) {
  return (
    <AlertDialog
      open={canceling || leaving !== undefined}
      onOpenChange={(open) => {
        if (open) return
        onStay()
        leaving?.answer(false)
      }}
      title={texts.title}
      cancelLabel={texts.keep}
      confirmLabel={texts.discard}
      onConfirm={() => {
        onDiscard()
        leaving?.answer(true)
      }}
    >
      {children}
    </AlertDialog>
  )
}
