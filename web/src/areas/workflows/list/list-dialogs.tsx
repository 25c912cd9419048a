import type { TenantId } from '@throughline/contracts/ids'
import type { RefObject } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { spec, texts } from '../workflows.texts.ts'
import { AccessDialog } from './access-dialog.tsx'
import type { WorkflowActs } from './use-workflow-acts.ts'
import type { WorkflowQuestion } from './workflow-menu.tsx'

type ListDialogsProps = {
  orgId: TenantId | null
  asked: WorkflowQuestion | undefined
  acts: WorkflowActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

/** One at a time; each closes itself. */
export function ListDialogs({ orgId, asked, acts, scroller, onClose }: ListDialogsProps) {
  if (!asked) return null
  const { kind, workflow } = asked
  if (kind === 'access') return orgId && <AccessDialog orgId={orgId} workflow={workflow} onClose={onClose} />
  const forever = kind === 'purge'
  const confirm = async () => {
    const focusNeighbour = focusNextTo(workflow.id, scroller.current)
    await (forever ? acts.purge(workflow) : acts.remove(workflow))
    setTimeout(focusNeighbour)
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.askDelete}
      confirmLabel={forever ? texts.foreverNamed : texts.deleteNamed}
      onConfirm={confirm}
    >
      <span translate="no" className="font-medium text-fg">
        {workflow.name}
      </span>
      <br />
      {forever ? spec.deletingForever : texts.trashing}
    </AlertDialog>
  )
}
