import type { TaskId } from '@throughline/contracts/ids'
import { Link2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { texts } from './detail.texts.ts'

/** The address of the task's own page. */
export function CopyLink({ taskId }: { taskId: TaskId }) {
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}/tasks/${taskId}`).then(
      () => toast.success(texts.linkCopied),
      () => toast.error(uiTexts.notCopied),
    )
  return <IconButton label={texts.copyLink} icon={Link2} onClick={() => void copy()} />
}
