import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec, texts } from '../org.texts.ts'

type DiscardDialogProps = { open: boolean; onAnswer: (discard: boolean) => void }

export function DiscardDialog({ open, onAnswer }: DiscardDialogProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
      title={spec.discard}
      cancelLabel={texts.keepEditing}
      confirmLabel={texts.discardChanges}
      onConfirm={() => onAnswer(true)}
    >
      {texts.discardNote}
    </AlertDialog>
  )
}
