import type { TaskRow } from '@throughline/contracts/tasks'
import { Hand } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { texts } from '../tasks.texts.ts'

type ClaimCellProps = { task: TaskRow; onClaim: ((task: TaskRow) => void) | undefined }

/** Who has it, or the way to have it. */
export function ClaimCell({ task, onClaim }: ClaimCellProps) {
  const { assignee } = task
  if (assignee)
    return (
      <span className="inline-flex max-w-full items-center gap-1.5 text-xs text-fg-2">
        <Avatar name={assignee.name} src={assignee.photo ?? undefined} size={20} />
        <span translate="no" className="truncate">
          {assignee.name}
        </span>
      </span>
    )
  if (!onClaim) return <span className="text-xs text-fg-3">{texts.unclaimed}</span>
  return (
    <Button
      size="sm"
      icon={Hand}
      aria-label={texts.claimNamed(task.key)}
      onClick={() => onClaim(task)}
      className="relative z-10"
    >
      {texts.claim}
    </Button>
  )
}
