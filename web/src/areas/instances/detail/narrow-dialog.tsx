import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import type { Participant } from '@throughline/contracts/instance-acts'
import type { Instance } from '@throughline/contracts/instances'
import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { participantsQuery } from '../instances.api.ts'
import { texts } from './detail.texts.ts'
import type { DetailActs } from './use-detail-acts.ts'

const audienceNow = (audience: number | null) =>
  audience === null ? texts.narrowing.everyone : texts.narrowing.some(audience)

type NarrowDialogProps = { instance: Instance; acts: DetailActs; onClose: () => void }

/** Shows who sees the instance now, and asks which of its participants still do once it is narrowed. */
export function NarrowDialog({ instance, acts, onClose }: NarrowDialogProps) {
  const { data: found, isError, isFetching, refetch } = useQuery(participantsQuery(instance.id))
  const [leaving, setLeaving] = useState<ReadonlySet<MemberId>>(new Set())
  const [busy, setBusy] = useState(false)
  const people = found?.data ?? []
  const staying = people.filter(({ id, fixed }) => fixed || !leaving.has(id))
  const toggle = ({ id }: Participant, stays: boolean) => {
    const next = new Set(leaving)
    if (stays) next.delete(id)
    else next.add(id)
    setLeaving(next)
  }
  const confirm = async () => {
    setBusy(true)
    if (await acts.narrow(staying.map(({ id }) => id))) onClose()
    else setBusy(false)
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.narrowing.title}
      note={found && audienceNow(found.audience)}
      action={{
        label: found ? texts.narrowing.confirm(staying.length) : texts.narrow,
        busy,
        disabled: !found,
        onClick: () => void confirm(),
      }}
    >
      {!found && isError && (
        <ErrorBlock title={texts.narrowing.failed} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!found && !isError && (
        <Loading label={texts.narrowing.loading} className="space-y-4 py-1">
          <Skeleton round className="h-3 w-2/5" />
          <Skeleton round className="h-3 w-3/5" />
          <Skeleton round className="h-3 w-1/2" />
        </Loading>
      )}
      <ul className="space-y-2">
        {people.map((person) => (
          <li key={person.id}>
            <Checkbox
              checked={person.fixed || !leaving.has(person.id)}
              disabled={person.fixed}
              hint={person.fixed && texts.narrowing.fixed}
              onChange={(stays) => toggle(person, stays)}
            >
              <span translate="no">{person.name}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
