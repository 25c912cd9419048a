import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WorkflowId } from '@throughline/contracts/ids'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { instanceQuery, workflowInstancesQuery } from '../../instances/instances.api.ts'
import { workflowQuery } from '../../workflows/builder.api.ts'
import { groupsQuery } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import { filesSearch } from '../list/files-search.ts'
import type { Change } from '../list/use-files-address.ts'
import { totalOf } from '../sidebar/use-counts.ts'

const mapTexts = texts.map
const DONE = ['approved', 'completed']

type ContextBarProps = { workflowId: WorkflowId; instanceId: string | undefined; onChange: Change }

/** What the workflow is about and how far its documents are; of one instance, how far that is. */
export function ContextBar({ workflowId, instanceId, onChange }: ContextBarProps) {
  const { data: workflow } = useQuery(workflowQuery(workflowId))
  return (
    <section
      aria-label={mapTexts.about}
      className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b px-5 py-2.5"
    >
      <p
        translate={workflow?.description ? 'no' : undefined}
        className="min-w-40 flex-1 text-fg-2 @min-[700px]:truncate"
      >
        {workflow && (workflow.description || mapTexts.noDescription)}
      </p>
      <InstanceChoice
        workflowId={workflowId}
        value={instanceId}
        onChange={(instance) => onChange({ instance: filesSearch({ instance }).instance })}
      />
      {instanceId ? <OfInstance instanceId={instanceId} /> : <OfDocuments workflowId={workflowId} />}
    </section>
  )
}

function OfInstance({ instanceId }: { instanceId: string }) {
  const { data } = useQuery(instanceQuery(instanceId))
  if (!data) return <Bar name="" done={0} all={0} text="" />
  const { steps_done: done, steps_total: all, metadata, title } = data
  return <Bar name={metadata.customer || title} done={done} all={all} text={mapTexts.stepsDone(done, all)} />
}

function OfDocuments({ workflowId }: { workflowId: WorkflowId }) {
  const { data = [] } = useQuery(groupsQuery('status', { workflow: workflowId }))
  const all = totalOf(data).count
  const done = totalOf(data.filter(({ key }) => DONE.includes(key))).count
  return <Bar name="" done={done} all={all} text={mapTexts.documentsDone(done, all)} />
}

function Bar({ name, done, all, text }: { name: string; done: number; all: number; text: string }) {
  return (
    <div className="w-64 max-[759px]:w-full">
      <p className="tnum mb-1.5 flex justify-between gap-3 text-xs text-fg-3">
        <span translate="no" className="truncate">
          {name}
        </span>
        <span className="whitespace-nowrap">{text}</span>
      </p>
      <Progress label={mapTexts.progress} value={all > 0 ? (done / all) * 100 : 0} className="w-full" />
    </div>
  )
}

type InstanceChoiceProps = {
  workflowId: WorkflowId
  value: string | undefined
  onChange: (id: string | undefined) => void
}

function InstanceChoice({ workflowId, value, onChange }: InstanceChoiceProps) {
  const [typed, setTyped] = useState('')
  const { data: chosen } = useQuery({ ...instanceQuery(value ?? ''), enabled: value !== undefined })
  const label = chosen && `${chosen.key} · ${chosen.title}`
  const search = useDeferredValue([mapTexts.allInstances, mapTexts.instance, label].includes(typed) ? '' : typed.trim())
  const { data } = useInfiniteQuery(workflowInstancesQuery(workflowId, { sort: 'newest', search }))
  const found = (data?.pages[0]?.data ?? []).map(({ id, key, title }) => ({ value: id, label: `${key} · ${title}` }))
  const missing = value !== undefined && !found.some((one) => one.value === value)
  const known = missing ? [{ value, label: label ?? mapTexts.instance }] : []
  return (
    <ComboboxOne
      label={mapTexts.instance}
      items={[{ value: '', label: mapTexts.allInstances }, ...known, ...found]}
      value={value ?? ''}
      onSearch={setTyped}
      onChange={(id) => onChange(id || undefined)}
      className="w-52"
    />
  )
}
