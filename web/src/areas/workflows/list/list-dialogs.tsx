import type { TenantId } from '@throughline/contracts/ids'
import type { RefObject } from 'react'
import { texts as trashTexts } from '../../../shared/trash/trash.texts.ts'
import { TrashDialog } from '../../../shared/trash/trash-dialog.tsx'
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
  return (
    <TrashDialog
      id={workflow.id}
      name={workflow.name}
      title={spec.askDelete}
      confirmLabel={forever ? texts.foreverNamed : texts.deleteNamed}
      scroller={scroller}
      onConfirm={() => (forever ? acts.purge(workflow) : acts.remove(workflow))}
      onClose={onClose}
    >
      {forever ? spec.deletingForever : trashTexts.trashing}
    </TrashDialog>
  )
}
