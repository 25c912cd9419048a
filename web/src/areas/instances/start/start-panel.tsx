import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { CircleSlash, Workflow } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useChoice } from '../../../shared/use-choice.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Field } from '../../../ui/field.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { startFormQuery } from '../instances.api.ts'
import { spec, texts } from './start.texts.ts'
import { StartSheet } from './start-sheet.tsx'
import type { StartForm } from './use-start.ts'

export type StartPanelProps = {
  user: CurrentUser
  workflowId: string | undefined
  /** Whom it is started for, where that is known from the start. */
  customer?: string | undefined
  /** The day on which it is due, likewise. */
  due?: string | undefined
  /** Where the workflow can be chosen; elsewhere it is given. */
  onWorkflow?: (id: string) => void
  onClose: () => void
  onStarted: (id: string) => void
}

/** Add Instance: from a workflow's own list, or with a workflow to choose first. */
export function StartPanel({ user, workflowId, customer, due, onWorkflow, onClose, onStarted }: StartPanelProps) {
  const query = useQuery({ ...startFormQuery(workflowId ?? ''), enabled: workflowId !== undefined })
  const form = workflowId === undefined ? undefined : query.data
  usePageKeys(useMemo(() => [{ key: 'Escape', label: texts.close, act: onClose }], [onClose]))
  const choice = onWorkflow && (
    <WorkflowChoice value={workflowId} knownName={form?.workflow.name} onChange={onWorkflow} />
  )
  if (form && canStart(form))
    return (
      <StartSheet
        key={form.workflow.id}
        user={user}
        form={form}
        customer={customer}
        due={due}
        choice={choice}
        onClose={onClose}
        onStarted={onStarted}
      />
    )
  return (
    <Panel title={spec.title} onClose={onClose}>
      <div className="space-y-4">
        {choice}
        {form && <NotPossible form={form} />}
        {workflowId !== undefined && query.isPending && <FormLoading />}
        {workflowId !== undefined && query.isError && !form && (
          <QueryFailed query={query} title={texts.notRead} gone={{ icon: Workflow, title: spec.noWorkflow }} />
        )}
      </div>
    </Panel>
  )
}

const canStart = ({ version, archived, can_start }: StartForm) => version !== null && !archived && can_start

function NotPossible({ form: { workflow, version, archived } }: { form: StartForm }): ReactNode {
  if (version !== null && !archived) return <Empty icon={CircleSlash} title={texts.refused} />
  if (archived) return <Empty icon={CircleSlash} title={texts.archived} />
  return (
    <Empty
      icon={Workflow}
      title={texts.unpublished}
      action={
        <Link to="/workflow-builder/$workflowId" params={{ workflowId: workflow.id }} className={buttonClass()}>
          {texts.openBuilder}
        </Link>
      }
    />
  )
}

function FormLoading() {
  return (
    <Loading label={texts.loading} className="space-y-4">
      {['a', 'b', 'c'].map((field) => (
        <div key={field}>
          <Skeleton round className="mb-2 h-3 w-20" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </Loading>
  )
}

const NoWorkflows = () => (
  <Empty
    icon={Workflow}
    title={texts.noWorkflows}
    hint={texts.noWorkflowsHint}
    action={
      <Link to="/workflows" className={buttonClass({ variant: 'primary' })}>
        {texts.openWorkflows}
      </Link>
    }
  />
)

type WorkflowChoiceProps = {
  value: string | undefined
  knownName: string | undefined
  onChange: (id: string) => void
}

/** One that can be started; found by its name. */
function WorkflowChoice({ value, knownName, onChange }: WorkflowChoiceProps) {
  const { search, comboboxProps } = useChoice({ value, knownName, unnamed: '' })
  const { data = [], isSuccess } = useQuery(workflowChoicesQuery(search))
  const items = data
    .filter(({ current_version }) => current_version !== null)
    .map(({ id, name, prefix }) => ({ value: String(id), label: name, hint: prefix }))
  if (isSuccess && search === '' && items.length === 0 && value === undefined) return <NoWorkflows />
  return (
    <Field label={texts.workflow} hint={value ? undefined : texts.chooseHint}>
      <ComboboxOne
        {...comboboxProps(items, (id) => id && onChange(id))}
        placeholder={texts.chooseWorkflow}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person who asked for a new instance chooses this first
        autoFocus={value === undefined}
      />
    </Field>
  )
}
