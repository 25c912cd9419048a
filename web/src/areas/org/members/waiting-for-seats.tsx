import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogClose } from '../../../ui/dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { memberCountsQuery } from '../members.api.ts'
import { texts } from '../members.texts.ts'
import type { Inviting } from './use-invite.ts'
import type { SentLine } from './use-paste.ts'

const resultTexts = texts.result

type WaitingProps = { orgId: Inviting['orgId']; lines: readonly SentLine[]; seats: number; role: string }

/** Everybody for whom there was a seat is invited; the others stand here with their line, and nothing was sent to them. */
export function WaitingForSeats({ orgId, lines, seats, role }: WaitingProps) {
  const { data: counts } = useQuery(memberCountsQuery(orgId))
  return (
    <div className="text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span translate="no" className="text-fg-2">
          {counts && resultTexts.seatsOf(counts)}
        </span>
        <span translate="no" className="tnum font-medium">
          {resultTexts.seatsUsed(seats)}
        </span>
      </p>
      <Progress label={resultTexts.seatsUsed(seats)} value={100} tone="warning" className="mt-1.5" />
      <div className="mt-4 overflow-hidden rounded-md border">
        <output className="flex items-center gap-2 border-b border-warning-line bg-warning-bg px-3.5 py-2 font-medium text-warning-fg">
          <CircleAlert size={15} aria-hidden className="shrink-0" />
          {resultTexts.waiting(lines.length)}
        </output>
        <ol aria-label={resultTexts.waitingList} className="divide-y">
          {lines.map(({ at, line, email }) => (
            <li key={at} className="flex min-h-9 items-center gap-3 px-3.5">
              <span translate="no" className="tnum w-6 text-xs text-fg-3">
                {line}
              </span>
              <span translate="no" className="min-w-0 flex-1 truncate">
                {email}
              </span>
              <span className="shrink-0 text-xs text-fg-3">{role}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="mt-4 text-fg-2">{resultTexts.waitingHint}</p>
    </div>
  )
}

type WaitingFootProps = { lines: readonly SentLine[]; maySeePlans: boolean; busy: boolean; onSend: () => void }

/** Seats may have become free meanwhile: sending again invites as many as there are. */
export function WaitingFoot({ lines, maySeePlans, busy, onSend }: WaitingFootProps) {
  return (
    <>
      <CopyButton size="md" text={lines.map(({ email }) => email).join('\n')}>
        {resultTexts.copy(lines.length)}
      </CopyButton>
      <span className="flex-1" />
      <DialogClose>
        <Button>{resultTexts.done}</Button>
      </DialogClose>
      <Button variant={maySeePlans ? 'secondary' : 'primary'} busy={busy} onClick={onSend}>
        {texts.addDialog.send(lines.length)}
      </Button>
      {maySeePlans && (
        <Link to="/subscription/plans" className={buttonClass({ variant: 'primary' })}>
          {resultTexts.seePlans}
        </Link>
      )}
    </>
  )
}
