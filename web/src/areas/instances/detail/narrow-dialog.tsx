import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import type { Participant } from '@throughline/contracts/instance-acts'
import type { Instance } from '@throughline/contracts/instances'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { participantsQuery } from '../instances.api.ts'
import { spec, texts } from './detail.texts.ts'
import type { DetailActs } from './use-detail-acts.ts'

type NarrowDialogProps = { instance: Instance; acts: DetailActs; onClose: () => void }

/** Shows who sees the instance now, and asks which of its participants still do once it is narrowed. */
export function NarrowDialog({ instance, acts, onClose }: NarrowDialogProps) {
  const { data: found, isError, refetch } = useQuery(participantsQuery(instance.id))
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
  const { audience = null } = found ?? {}
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.narrowing.title}
      note={audience === null ? texts.narrowing.everyone : texts.narrowing.some(audience)}
      footer={
        <>
          <DialogClose>
            <Button>{spec.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} disabled={!found} onClick={() => void confirm()}>
            {found ? texts.narrowing.confirm(staying.length) : texts.narrow}
          </Button>
        </>
      }
    >
      {isError && <ErrorBlock title={texts.narrowing.failed} onRetry={() => void refetch()} />}
      {!found && !isError && <output>{texts.narrowing.loading}</output>}
      <ul className="space-y-2">
        {people.map((person) => (
          <li key={person.id} translate="no">
            <Checkbox
              checked={person.fixed || !leaving.has(person.id)}
              disabled={person.fixed}
              hint={person.fixed && texts.narrowing.fixed}
              onChange={(stays) => toggle(person, stays)}
            >
              {person.name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
