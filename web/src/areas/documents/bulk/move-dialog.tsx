import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { editDocument } from '@throughline/contracts/document-acts'
import type { Input } from '@throughline/contracts/endpoint'
import type { TaskId, WorkflowId } from '@throughline/contracts/ids'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { tasksQuery } from '../../tasks/tasks.api.ts'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { texts } from '../documents.texts.ts'
import { filesSearch } from '../list/files-search.ts'
import { LocationChoice, type LocationOption } from '../parts/location-choice.tsx'

export type MoveTarget = NonNullable<Input<typeof editDocument>['body']['place']>

const bulkTexts = texts.bulk
const NOWHERE = ''
/** Of no item: nothing is chosen yet, not even nowhere. */
const UNDECIDED = ' '

type Item = { value: string; label: string }
type Task = LocationOption<TaskId>

type MoveDialogProps = {
  title: string
  busy: boolean
  onMove: (place: MoveTarget) => Promise<void>
  onClose: () => void
}

/** To a workflow, to a task of one of its instances, or to the workspace alone. */
export function MoveDialog({ title, busy, onMove, onClose }: MoveDialogProps) {
  const [workflow, setWorkflow] = useState<Item>()
  const [task, setTask] = useState<Task>()
  const move = () => onMove({ workflow_id: workflow?.value || null, instance_id: null, task_id: task?.id ?? null })
  return (
    <Dialog
      onClose={onClose}
      title={title}
      note={bulkTexts.moveNote}
      width={440}
      action={{ label: bulkTexts.moveAct, busy, disabled: !workflow && !task, onClick: () => void move() }}
    >
      <div className="space-y-4">
        <WorkflowChoice
          chosen={workflow}
          onChoose={(next) => {
            setWorkflow(next)
            setTask(undefined)
          }}
        />
        <TaskChoice workflow={filesSearch({ workflow: workflow?.value }).workflow} chosen={task} onChoose={setTask} />
      </div>
    </Dialog>
  )
}

type WorkflowChoiceProps = { chosen: Item | undefined; onChoose: (item: Item | undefined) => void }

function WorkflowChoice({ chosen, onChoose }: WorkflowChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = typed === chosen?.label ? '' : typed.trim()
  const { data = [], isError } = useQuery(workflowChoicesQuery(useDeferredValue(search)))
  const found = data.map(({ id, name, prefix }) => ({ value: String(id), label: name, hint: prefix }))
  const nowhere = { value: NOWHERE, label: bulkTexts.moveNowhere }
  // What is found comes first: Enter takes it.
  const items = search === '' ? [nowhere, ...found] : [...found, nowhere]
  const known = chosen && !items.some(({ value }) => value === chosen.value) ? [chosen] : []
  return (
    <Field label={bulkTexts.moveTo} error={isError && bulkTexts.placesFailed}>
      <ComboboxOne
        items={[...known, ...items]}
        value={chosen?.value ?? UNDECIDED}
        onChange={(next) => onChoose(items.find(({ value }) => value === next))}
        onSearch={setTyped}
      />
    </Field>
  )
}

type TaskChoiceProps = {
  workflow: WorkflowId | undefined
  chosen: Task | undefined
  onChoose: (task: Task | undefined) => void
}

function TaskChoice({ workflow, chosen, onChoose }: TaskChoiceProps) {
  const [search, setSearch] = useState('')
  const { data, isError } = useInfiniteQuery(
    tasksQuery({ status: 'pending_only', workflow, search: search || undefined }),
  )
  const found = data?.pages[0]?.data ?? []
  return (
    <LocationChoice
      label={bulkTexts.moveTask}
      none={bulkTexts.moveNoTask}
      hint={chosen && bulkTexts.moveTaskHint}
      error={isError ? bulkTexts.tasksFailed : undefined}
      options={found.map(({ id, name, instance_name }) => ({ id, label: name, hint: instance_name }))}
      chosen={chosen}
      onChange={onChoose}
      onSearch={setSearch}
    />
  )
}
