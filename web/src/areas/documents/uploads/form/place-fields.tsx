import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskId, WorkflowId } from '@throughline/contracts/ids'
import { useState } from 'react'
import type { UploadPlace } from '../../../../shared/uploads/engine/upload.ts'
import { tasksQuery } from '../../../tasks/tasks.api.ts'
import { workflowsQuery } from '../../../workflows/workflows.api.ts'
import { LocationChoice, type LocationOption } from '../../parts/location-choice.tsx'
import { texts } from '../uploads.texts.ts'

const words = texts.form

type PlaceFieldsProps = { place: UploadPlace; onChange: (place: UploadPlace) => void }

/** A workflow, or a task of it: the nearest of the two counts. */
export function PlaceFields({ place, onChange }: PlaceFieldsProps) {
  const [workflow, setWorkflow] = useState<LocationOption<WorkflowId> | undefined>(
    place.workflowId && !place.taskId ? { id: place.workflowId, label: place.label ?? '' } : undefined,
  )
  const [task, setTask] = useState<LocationOption<TaskId> | undefined>(
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
      <LocationChoice
        label={words.workflow}
        none={words.noWorkflow}
        error={error}
        options={workflows.data?.pages.flatMap((page) => page.data.map(({ id, name }) => ({ id, label: name }))) ?? []}
        chosen={workflow}
        onChange={(chosen) => tell({ workflow: chosen, task: undefined })}
        onSearch={(typed) => setSearch({ ...search, workflow: typed })}
      />
      <LocationChoice
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
