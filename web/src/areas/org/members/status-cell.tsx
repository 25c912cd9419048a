import type { Member, MemberStatus } from '@throughline/contracts/org-members'
import { memo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { statusNote } from './status-note.ts'

/** Shape and word carry the state; colour only marks what needs somebody. */
export const StatusCell = memo(function StatusCell({ member }: { member: Member }) {
  const { rights } = useMembers()
  const note = statusNote(member, rights.zone)
  const word = texts.statuses[member.status]
  const content = (
    <span className="flex min-w-0 items-center gap-1.5">
      <StatusShape status={member.status} late={note?.late ?? false} />
      <span className={cn('@max-[719px]:sr-only', member.status === 'active' ? 'text-fg-2' : 'text-fg')}>{word}</span>
      {note && (
        <span className={cn('truncate text-xs @max-[1120px]:sr-only', note.late ? 'text-warning-fg' : 'text-fg-3')}>
          {note.text}
        </span>
      )}
    </span>
  )
  if (!note) return content
  return (
    <Tooltip label={note.text} repeatsName>
      {content}
    </Tooltip>
  )
})

function StatusShape({ status, late }: { status: MemberStatus; late: boolean }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className="shrink-0">
      {status === 'active' && <circle cx="7" cy="7" r="3.6" fill="var(--success-mark)" />}
      {status === 'invited' && (
        <circle
          cx="7"
          cy="7"
          r="5"
          fill="none"
          stroke={late ? 'var(--warning-mark)' : 'var(--info-mark)'}
          strokeWidth="1.7"
          strokeDasharray="2.5 1.7"
        />
      )}
      {status === 'suspended' && (
        <path d="M5 3.5v7M9 3.5v7" stroke="var(--danger-mark)" strokeWidth="2.2" strokeLinecap="round" />
      )}
    </svg>
  )
}
