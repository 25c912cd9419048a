import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskId, WorkflowId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { Field } from '../../../../ui/field.tsx'
import { tasksQuery } from '../../../tasks/tasks.api.ts'
import { workflowsQuery } from '../../../workflows/workflows.api.ts'
import type { UploadPlace } from '../engine/upload.ts'
import { texts } from '../uploads.texts.ts'

const words = texts.form

type Option<I> = { id: I; label: string; hint?: string }
type ChoiceProps<I extends string> = {
  label: string
  none: string
  hint?: string | undefined
  error?: string | undefined
  options: readonly Option<I>[]
  chosen: Option<I> | undefined
  onChange: (chosen: Option<I> | undefined) => void
  onSearch: (search: string) => void
}

/** What was chosen stays among the choices, whatever is looked for. */
function Choice<I extends string>({ label, none, hint, error, options, chosen, onChange, onSearch }: ChoiceProps<I>) {
  const [typed, setTyped] = useState('')
  const known = chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options
  const search = (words: string) => {
    const wanted = words === (chosen?.label ?? none) ? '' : words
    setTyped(wanted)
    onSearch(wanted)
  }
  const nothing = { value: '', label: none }
  const items = known.map(({ id, ...rest }) => ({ value: id, ...rest }))
  return (
    <Field label={label} optional hint={hint} error={error}>
      <ComboboxOne
        // What is found comes first: Enter takes it.
        items={typed === '' ? [nothing, ...items] : [...items, nothing]}
        value={chosen?.id ?? ''}
        onChange={(value) => onChange(known.find(({ id }) => id === value))}
        onSearch={search}
      />
    </Field>
  )
}

type PlaceFieldsProps = { place: UploadPlace; onChange: (place: UploadPlace) => void }

/** A workflow, or a task of it: the nearest of the two counts. */
export function PlaceFields({ place, onChange }: PlaceFieldsProps) {
  const [workflow, setWorkflow] = useState<Option<WorkflowId> | undefined>(
    place.workflowId && !place.taskId ? { id: place.workflowId, label: place.label ?? '' } : undefined,
  )
  const [task, setTask] = useState<Option<TaskId> | undefined>(
    place.taskId && { id: place.taskId, label: place.label ?? '' },
  )
  const [search, setSearch] = useState({ workflow: '', task: '' })
  const workflows = useInfiniteQuery(workflowsQuery({ status: 'active', sort: 'name', search: search.workflow }))
  const tasks = useInfiniteQuery(
    tasksQuery({ status: 'pending_only', workflow: workflow?.id, search: search.task || undefined }),
  )
  const error = workflows.isError || tasks.isError ? words.placesFailed : undefined
  const tell = (next: { workflow: typeof workflow; task: typeof task }) => {
    setWorkflow(next.workflow)
    setTask(next.task)
    const within = next.workflow && { workflowId: next.workflow.id, label: next.workflow.label }
    onChange({ ...within, ...(next.task && { taskId: next.task.id, label: next.task.label }) })
  }
  return (
    <div className="grid gap-4 min-[760px]:grid-cols-2">
      <Choice
        label={words.workflow}
        none={words.noWorkflow}
        error={error}
        options={workflows.data?.pages.flatMap((page) => page.data.map(({ id, name }) => ({ id, label: name }))) ?? []}
        chosen={workflow}
        onChange={(chosen) => tell({ workflow: chosen, task: undefined })}
        onSearch={(typed) => setSearch({ ...search, workflow: typed })}
      />
      <Choice
        label={words.task}
        none={words.noTask}
        hint={task && words.taskHint}
        options={
          tasks.data?.pages.flatMap((page) =>
            page.data.map(({ id, name, instance_name }) => ({ id, label: name, hint: instance_name })),
          ) ?? []
        }
        chosen={task}
        onChange={(chosen) => tell({ workflow, task: chosen })}
        onSearch={(typed) => setSearch({ ...search, task: typed })}
      />
    </div>
  )
}
