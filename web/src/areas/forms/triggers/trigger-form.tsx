import { useQuery } from '@tanstack/react-query'
import type { ListedTrigger } from '@throughline/contracts/form-triggers'
import type { Form } from '@throughline/contracts/forms'
import { fieldOf } from '@throughline/flow/form'
import type { Target } from '@throughline/flow/form-mapping'
import { TriangleAlert, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { FixedValue } from '../../starts/parts/fixed-value.tsx'
import { StandInField } from '../../starts/parts/stand-in-field.tsx'
import { type StartedWorkflow, useStartedWorkflow } from '../../starts/parts/use-started-workflow.ts'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { useFormsRefresh } from '../forms.api.ts'
import { triggerCalls } from '../submissions.api.ts'
import { spec, texts } from '../triggers.texts.ts'
import { MappingRows } from './mapping-rows.tsx'
import { bodyOf, draftOf, problemsOf, proposedDraft, type TriggerDraft } from './trigger-draft.ts'

type TriggerFormProps = {
  form: Form
  /** The one that is changed; absent: a new one. */
  trigger?: ListedTrigger
  /** Workflows that the form starts already. */
  taken: readonly string[]
  onClose: () => void
}

export function TriggerForm({ form, trigger, taken, onClose }: TriggerFormProps) {
  const [workflowId, setWorkflowId] = useState<string | undefined>(trigger?.workflow_id)
  const { failed, workflow } = useStartedWorkflow(workflowId)
  return (
    <section
      aria-label={trigger ? texts.changeTitle(trigger.workflow?.name ?? '') : spec.addNew}
      className="overflow-hidden rounded-md border border-accent-line"
    >
      {!trigger && (
        <WorkflowChoice
          value={workflowId}
          taken={taken}
          note={workflow?.held && texts[workflow.held === 'archived' ? 'archived' : 'notPublished']}
          onChange={setWorkflowId}
        />
      )}
      {failed && <QueryFailed query={failed} title={spec.workflowError} />}
      {workflow ? (
        <Mapping
          key={workflowId}
          form={form}
          workflowId={workflowId ?? ''}
          workflow={workflow}
          trigger={trigger}
          onClose={onClose}
        />
      ) : (
        <Buttons label={spec.add} onCancel={onClose} onAdd={() => toast.error(spec.chooseWorkflow)} />
      )}
    </section>
  )
}

type WorkflowChoiceProps = {
  value: string | undefined
  taken: readonly string[]
  note: string | undefined
  onChange: (id: string) => void
}

function WorkflowChoice({ value, taken, note, onChange }: WorkflowChoiceProps) {
  const [typed, setTyped] = useState('')
  const query = useQuery(workflowChoicesQuery(typed.trim()))
  const items = (query.data ?? []).filter(({ id }) => !taken.includes(id))
  const none = query.isSuccess && typed === '' && items.length === 0
  return (
    <div className="px-3 pt-3 pb-2">
      <Field
        label={texts.workflow}
        hint={none ? spec.noWorkflows : note}
        error={query.isError ? spec.workflowsFailed : undefined}
      >
        <ComboboxOne
          items={items.map(({ id, name, prefix }) => ({ value: id, label: name, hint: prefix }))}
          value={value ?? ''}
          placeholder={texts.chooseOne}
          onSearch={setTyped}
          onChange={onChange}
        />
      </Field>
    </div>
  )
}

type MappingProps = {
  form: Form
  workflowId: string
  workflow: StartedWorkflow
  trigger: ListedTrigger | undefined
  onClose: () => void
}

function useSave({ form, workflowId, workflow, trigger, onClose }: MappingProps, draft: TriggerDraft) {
  const { busy, run } = useAct({ refresh: useFormsRefresh() })
  const body = bodyOf(draft, workflow.targets)
  const save = async () => {
    const isDone = await run({
      call: () =>
        trigger ? triggerCalls.change(workflowId, form.id, body) : triggerCalls.add(workflowId, form.id, body),
      done: trigger ? texts.saved(workflow.name) : spec.added,
      failed: trigger ? texts.saveFailed : spec.addFailed,
    })
    if (isDone) onClose()
  }
  return { busy: busy !== undefined, save }
}

function Mapping(props: MappingProps) {
  const { form, workflow, trigger } = props
  const { targets } = workflow
  const user = useCurrentUser()
  const fields = form.elements.flatMap((element) => fieldOf(element) ?? [])
  const [draft, setDraft] = useState(() => (trigger ? draftOf(trigger, targets) : proposedDraft(fields, targets)))
  const standIn = draft.standIn ?? (workflow.needsStarter && user ? { member: user.member_id } : undefined)
  const whole = { ...draft, standIn }
  const problems = problemsOf(whole, fields, targets)
  const { busy, save } = useSave(props, whole)
  const isWrong = problems.rows.size > 0 || problems.missing.length > 0
  return (
    <>
      <div className="flex items-center gap-2 px-3 py-2">
        <span className="text-xs text-fg-3">
          {texts.matched(draft.rows.filter(({ element, variable }) => element && variable).length, targets.length)}
        </span>
        <Button
          size="sm"
          variant="ghost"
          icon={WandSparkles}
          className="ml-auto"
          onClick={() => setDraft({ ...proposedDraft(fields, targets), standIn: draft.standIn })}
        >
          {texts.matchAgain}
        </Button>
      </div>
      <MappingRows draft={draft} fields={fields} targets={targets} problems={problems} onChange={setDraft} />
      <FixedValues
        draft={draft}
        targets={targets}
        missing={problems.missing}
        workflow={workflow.name}
        people={trigger?.people ?? []}
        onChange={setDraft}
      />
      {workflow.needsStarter && (
        <div className="border-t px-3 py-3">
          <StandInField
            value={standIn}
            name={draft.standIn ? trigger?.stand_in?.name : user?.name || user?.email}
            onChange={(next) => setDraft({ ...draft, standIn: next })}
          />
        </div>
      )}
      <Buttons
        label={trigger ? texts.save : spec.add}
        busy={busy}
        off={isWrong}
        onCancel={props.onClose}
        onAdd={() => (problems.isEmpty ? toast.error(spec.addMapping) : void save())}
      />
    </>
  )
}

type FixedValuesProps = {
  draft: TriggerDraft
  targets: readonly Target[]
  missing: readonly { variable: string }[]
  workflow: string
  people: ListedTrigger['people']
  onChange: (draft: TriggerDraft) => void
}

/** What the workflow needs and no field gives: the same value for every response. */
function FixedValues({ draft, targets, missing, workflow, people, onChange }: FixedValuesProps) {
  const asked = targets.filter(
    ({ variable }) => Object.hasOwn(draft.fixed, variable) || missing.some((one) => one.variable === variable),
  )
  const put = (variable: string, text: string) => onChange({ ...draft, fixed: { ...draft.fixed, [variable]: text } })
  return asked.map((target) => (
    <div
      key={target.variable}
      className="flex flex-wrap items-center gap-2 border-t bg-warning-bg px-3 py-2.5 text-warning-fg"
    >
      <TriangleAlert size={15} aria-hidden className="shrink-0" />
      <p className="min-w-40 flex-1 text-sm">{texts.missing(target.variable, workflow)}</p>
      <span className="text-sm">{texts.always}</span>
      <div className="w-52 flex-none text-fg">
        <FixedValue
          target={target}
          value={draft.fixed[target.variable] ?? ''}
          people={people}
          onChange={(text) => put(target.variable, text)}
        />
      </div>
    </div>
  ))
}

type ButtonsProps = { label: string; busy?: boolean; off?: boolean; onCancel: () => void; onAdd: () => void }

function Buttons({ label, busy = false, off = false, onCancel, onAdd }: ButtonsProps) {
  return (
    <div className="flex justify-end gap-2 border-t bg-surface-2 px-3 py-2.5">
      <Button onClick={onCancel}>{spec.cancel}</Button>
      <Button variant="primary" busy={busy} disabled={off} onClick={onAdd}>
        {label}
      </Button>
    </div>
  )
}
