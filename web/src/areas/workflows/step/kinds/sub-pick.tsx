import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubworkflowStep } from '@throughline/flow/document'
import { ArrowUpRight, Workflow } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { toast } from '../../../../ui/toast.ts'
import { fetchWorkflowRef, workflowRef } from '../../builder.api.ts'
import { workflowChoicesQuery } from '../../workflows.api.ts'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, pathOf, useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.sub

/** Which workflow is started; another can be found by its name. */
export function SubPick({ step }: { step: SubworkflowStep }) {
  const { refs, names } = useEditing()
  const editable = useEditable()
  const [changing, setChanging] = useState(false)
  const chosen = refs.workflows.find(({ id }) => id === step.workflow_id)
  const finding = editable && (changing || step.workflow_id === '')
  return (
    <div>
      {finding ? (
        <div className="flex items-center gap-1.5">
          <div className="min-w-0 flex-1">
            <Finder step={step} atOnce={changing} onDone={() => setChanging(false)} />
          </div>
          {changing && (
            <Button size="sm" onClick={() => setChanging(false)}>
              {texts.cancel}
            </Button>
          )}
        </div>
      ) : (
        <div className="flex items-center gap-2.5 rounded-md border p-2.5">
          <Workflow size={16} aria-hidden className="shrink-0 text-fg-3" />
          <div className="min-w-0 flex-1">
            <p translate="no" className="truncate text-sm font-medium">
              {names.workflow(step.workflow_id)}
            </p>
            {chosen && <p className="text-xs text-fg-3">{texts.current(chosen.prefix, chosen.current_version)}</p>}
          </div>
          {editable && (
            <Button size="sm" onClick={() => setChanging(true)}>
              {texts.change}
            </Button>
          )}
          {chosen && (
            <Link
              to="/workflow-builder/$workflowId"
              params={{ workflowId: chosen.id }}
              aria-label={texts.open(chosen.name)}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-fg-2 hover:bg-surface-3 hover:text-fg"
            >
              <ArrowUpRight size={15} aria-hidden />
            </Link>
          )}
        </div>
      )}
      <ProblemsAt path={pathOf(step, 'workflow_id')} />
    </div>
  )
}

type FinderProps = { step: SubworkflowStep; atOnce: boolean; onDone: () => void }

function Finder({ step, atOnce, onDone }: FinderProps) {
  const { doc, change, tellRefs } = useEditing()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(workflowChoicesQuery(useDeferredValue(typed.trim())))
  // A workflow can’t start itself.
  const found = data.filter(({ id }) => id !== doc.id)
  const pick = async (id: string) => {
    const card = found.find((one) => one.id === id)
    if (!card) return
    const { version: _, input: __, output: ___, ...rest } = step
    tellRefs({ workflows: [workflowRef(card)] })
    change({ ...rest, workflow_id: id }, act('workflow'))
    onDone()
    try {
      tellRefs({ workflows: [await fetchWorkflowRef(queries, card)] })
    } catch {
      toast.error(texts.pickFailed)
    }
  }
  return (
    <ComboboxOne
      label={texts.pick}
      placeholder={texts.choose}
      items={found.map(({ id, name, prefix, current_version }) => ({
        value: id,
        label: name,
        hint: texts.current(prefix, current_version),
      }))}
      value={step.workflow_id}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has pressed Change is about to type here
      autoFocus={atOnce}
      onSearch={setTyped}
      onChange={(id) => void pick(id)}
    />
  )
}
