import { isRunning, type Upload } from '../../../../shared/uploads/engine/upload.ts'
import { uploads } from '../../../../shared/uploads/engine/uploads.ts'
import { AlertDialog } from '../../../../ui/alert-dialog.tsx'
import { texts } from '../uploads.texts.ts'

type StopQuestionProps = { open: boolean; onClose: () => void; list: readonly Upload[] }

const isUnfinished = (upload: Upload) => isRunning(upload) || ['paused', 'locked', 'lost'].includes(upload.phase)

/** Closing the tray ends what is not finished: that is asked first. */
export function StopQuestion({ open, onClose, list }: StopQuestionProps) {
  const unfinished = list.filter(isUnfinished)
  return (
    <AlertDialog
      // What has arrived meanwhile cannot be stopped any more.
      open={open && unfinished.length > 0}
      onClose={onClose}
      title={texts.stop.title(unfinished.length)}
      confirmLabel={texts.stop.confirm}
      cancelLabel={texts.stop.cancel}
      onConfirm={() => {
        for (const { key } of unfinished) uploads.cancel(key)
        uploads.clear()
      }}
    >
      {texts.stop.note}
    </AlertDialog>
  )
}
