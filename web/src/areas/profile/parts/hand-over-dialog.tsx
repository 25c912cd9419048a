import { useQuery } from '@tanstack/react-query'
import type { MemberId, TenantId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { TakeOver, type Taker } from '../../org/parts/take-over.tsx'
import { teamsQuery } from '../../org/teams.api.ts'
import { handOver } from '../../tasks/task-acts.api.ts'
import { texts } from '../profile.texts.ts'

const words = texts.more

type HandOverDialogProps = { orgId: TenantId; self: MemberId; onClose: () => void }

/** Asks who takes over all that is open for the person at the screen. */
export function HandOverDialog({ orgId, self, onClose }: HandOverDialogProps) {
  const { data: teams = [] } = useQuery(teamsQuery(orgId))
  const [taker, setTaker] = useState<Taker>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (!taker?.body) return setProblem(words.chooseTaker)
    setBusy(true)
    try {
      const { moved } = await handOver(self, taker.body)
      if (moved === 0) toast.info(words.nothingMoved, { description: words.nothingMovedNote(taker.label) })
      else toast.success(words.handedOver(moved, taker.label))
      onClose()
    } catch (error) {
      setProblem(serverMessageOf(error) ?? words.notHandedOver)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.handOver}
      note={words.handOverNote}
      footer={
        <DialogActions busy={busy} onClick={() => void confirm()}>
          {words.handOverConfirm}
        </DialogActions>
      }
    >
      <TakeOver
        orgId={orgId}
        teams={teams}
        excluded={new Set([self])}
        label={words.handOverTo}
        taker={taker}
        problem={problem}
        onChoose={(next) => {
          setProblem(undefined)
          setTaker(next)
        }}
      />
    </Dialog>
  )
}
