import { useQueries } from '@tanstack/react-query'
import type { Member } from '@throughline/contracts/org-members'
import { UserRoundPen } from 'lucide-react'
import { useRef, useState } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { handOver, openWorkQuery } from '../../tasks/task-acts.api.ts'
import { texts } from '../members.texts.ts'
import { TakeOver, type Taker } from '../parts/take-over.tsx'
import { useMembers } from './members-context.ts'

type SuspendDialogProps = {
  members: readonly Member[]
  /** Tells whether it was done. */
  onSuspend: () => Promise<boolean>
  onClose: () => void
}

/** Asks with what would wait for them, and hands it over where somebody is named. */
export function SuspendDialog({ members, onSuspend, onClose }: SuspendDialogProps) {
  const { suspending, takeOver } = texts
  const { orgId, teams, rights } = useMembers()
  const works = useQueries({ queries: members.map(({ id }) => openWorkQuery(id)) })
  const [reassigns, setReassigns] = useState(false)
  const [taker, choose] = useState<Taker>()
  const [problem, setProblem] = useState<string>()
  const isSuspended = useRef(false)
  const lines = linesOf(works.flatMap(({ data }) => data ?? []))
  const [first] = members

  const confirm = async (): Promise<boolean> => {
    isSuspended.current ||= await onSuspend()
    // What went wrong is said where it happened; their work moves only once they are suspended.
    if (!isSuspended.current || !taker?.body) return true
    try {
      for (const { id } of members) await handOver(id, taker.body)
      return true
    } catch (error) {
      setProblem(reasonOf(error) ?? takeOver.failed)
      return false
    }
  }

  const form = (
    <div className="space-y-3">
      {lines.length > 0 && (
        <div className="text-md text-fg-2">
          {suspending.waits}
          <ul className="mt-1 list-disc pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {works.some(({ isError }) => isError) && <p className="text-md text-fg-2">{suspending.unknown}</p>}
      {reassigns ? (
        <TakeOver
          orgId={orgId}
          teams={teams}
          excluded={new Set([...members.map(({ id }) => id), rights.self])}
          label={takeOver.unknown}
          hasConnections={works.some(({ data }) => data && data.connections > 0)}
          takesFocus
          taker={taker}
          problem={problem}
          onChoose={(next) => {
            setProblem(undefined)
            choose(next)
          }}
        />
      ) : (
        lines.length > 0 && (
          <Button size="sm" icon={UserRoundPen} onClick={() => setReassigns(true)}>
            {suspending.reassign}
          </Button>
        )
      )}
    </div>
  )
  return (
    <AlertDialog
      onClose={onClose}
      title={members.length === 1 && first ? suspending.title(first.name) : suspending.titleMany(members.length)}
      confirmLabel={suspending.confirm}
      form={form}
      onConfirm={confirm}
    >
      {suspending.note}
    </AlertDialog>
  )
}

type OpenWork = {
  assigned: number
  approvals: number
  reviews: number
  connections: number
  queues: readonly { name: string }[]
}

/** What they leave, of all of them together. */
function linesOf(works: readonly OpenWork[]): string[] {
  const { suspending } = texts
  const counts = (['assigned', 'approvals', 'reviews', 'connections'] as const).flatMap((kind) => {
    const count = works.reduce((sum, work) => sum + work[kind], 0)
    return count > 0 ? [suspending[kind](count)] : []
  })
  const queues = new Set(works.flatMap((work) => work.queues.map(({ name }) => name)))
  return [...counts, ...[...queues].map(suspending.queue)]
}
