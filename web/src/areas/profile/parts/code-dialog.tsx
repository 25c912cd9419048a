import { Dialog } from '../../../ui/dialog.tsx'
import { CodeForm } from '../../auth/parts/code-form.tsx'

type CodeDialogProps = {
  title: string
  note: string
  submit: string
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a code before something that a stolen session alone must not do. */
export function CodeDialog({ title, note, submit, onCode, onClose }: CodeDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} note={note} width={440}>
      <CodeForm submit={submit} onCode={onCode} onCancel={onClose} />
    </Dialog>
  )
}
