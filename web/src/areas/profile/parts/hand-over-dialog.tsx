import { useQuery } from '@tanstack/react-query'
import type { MemberId, TenantId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { TakeOver, type Taker } from '../../org/parts/take-over.tsx'
import { teamsQuery } from '../../org/teams.api.ts'
import { handOver } from '../../tasks/task-acts.api.ts'
import { texts } from '../profile.texts.ts'

const moreTexts = texts.more

type HandOverDialogProps = { orgId: TenantId; self: MemberId; onClose: () => void }

/** Asks who takes over all that is open for the person at the screen. */
export function HandOverDialog({ orgId, self, onClose }: HandOverDialogProps) {
  const { data: teams = [] } = useQuery(teamsQuery(orgId))
  const [taker, setTaker] = useState<Taker>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (!taker?.body) return setProblem(moreTexts.chooseTaker)
    setBusy(true)
    try {
      const { moved } = await handOver(self, taker.body)
      if (moved === 0) toast.info(moreTexts.nothingMoved, { description: moreTexts.nothingMovedNote(taker.label) })
      else toast.success(moreTexts.handedOver(moved, taker.label))
      onClose()
    } catch (error) {
      setProblem(serverMessageOf(error) ?? moreTexts.notHandedOver)
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={moreTexts.handOver}
      note={moreTexts.handOverNote}
      action={{ label: moreTexts.handOverConfirm, busy, onClick: () => void confirm() }}
    >
      <TakeOver
        orgId={orgId}
        teams={teams}
        excluded={new Set([self])}
        label={moreTexts.handOverTo}
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
