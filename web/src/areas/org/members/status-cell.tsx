import type { Member, MemberStatus } from '@throughline/contracts/org-members'
import { memo } from 'react'
import { dayKey, daysUntil, shortDate } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'

type Note = { text: string; late: boolean }

/** What one wants to know beside the state: until when an invitation works, since when somebody is kept out. */
export function statusNote(member: Member, zone: string, now = Date.now()): Note | undefined {
  if (member.status === 'suspended' && member.suspended_at)
    return { text: texts.since(shortDate(member.suspended_at, zone, now)), late: false }
  if (member.status !== 'invited' || !member.invitation_expires_at) return undefined
  const end = Date.parse(member.invitation_expires_at)
  if (end <= now) return { text: texts.expired, late: true }
  const days = daysUntil(dayKey(end, zone), zone, now)
  if (days === 0) return { text: texts.expiresToday, late: false }
  return { text: days === 1 ? texts.expiresTomorrow : texts.expiresIn(days), late: false }
}

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
