import type { TenantId } from '@throughline/contracts/ids'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import { useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { type AccessChoice, useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { texts } from '../workflows.texts.ts'
import { AccessFields } from './access-fields.tsx'

const words = texts.access

type AccessDialogProps = { orgId: TenantId; workflow: WorkflowCard; onClose: () => void }

const namesNobody = ({ visibility, teams, people }: AccessChoice) =>
  visibility === 'limited' && teams.length + people.length === 0

export function AccessDialog({ orgId, workflow, onClose }: AccessDialogProps) {
  const refresh = useWorkflowsRefresh()
  const [choice, setChoice] = useState<AccessChoice>(workflow.access)
  const [problem, setProblem] = useState<{ title: string; text?: string | undefined }>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (namesNobody(choice)) return setProblem({ title: words.choose })
    setBusy(true)
    setProblem(undefined)
    try {
      await workflowCalls.setAccess(workflow.id, choice)
      toast.success(words.saved(workflow.name))
      void refresh()
      onClose()
    } catch (error) {
      setProblem({ title: words.failed, text: serverMessageOf(error) })
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title(workflow.name)}
      note={words.note}
      footer={
        <>
          <DialogClose>
            <Button>{texts.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      {problem && (
        <Banner tone="danger" title={problem.title} className="mb-4">
          {problem.text}
        </Banner>
      )}
      <AccessFields orgId={orgId} choice={choice} onChange={setChoice} />
    </Dialog>
  )
}
