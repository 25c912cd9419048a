import { useQueryClient } from '@tanstack/react-query'
import type { Instance } from '@throughline/contracts/instances'
import type { Priority } from '@throughline/contracts/running'
import { useState } from 'react'
import { dueDayOf, dueOnWire } from '../../../shared/format/due.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { editInstance, instanceQuery } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec } from './detail.texts.ts'

export type EditValues = { title: string; description: string; due_date: string; priority: Priority }
export type EditField = keyof EditValues

const FIELDS = ['title', 'description', 'due_date', 'priority'] as const satisfies readonly EditField[]

/** As the form holds it; the due day is the day alone. */
const valuesOf = (instance: Instance, zone: string): EditValues => ({
  title: instance.title,
  description: instance.description,
  due_date: dueDayOf(instance, zone),
  priority: instance.priority,
})

/** Only what differs; the due day as its end, the same in every zone. */
function bodyOf(values: EditValues, changed: readonly EditField[]) {
  return {
    ...(changed.includes('title') && { title: values.title.trim() }),
    ...(changed.includes('description') && { description: values.description.trim() }),
    ...(changed.includes('due_date') && { due_date: dueOnWire(values.due_date) }),
    ...(changed.includes('priority') && { priority: values.priority }),
  }
}

/**
 * What is being changed. Fields that were not touched follow what others change meanwhile; of those that were, it says
 * which somebody else has changed too.
 */
export function useEdit(instance: Instance, zone: string, onDone: () => void) {
  const queries = useQueryClient()
  // Somebody else may have been faster: what they changed comes into the form.
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: instancesKey }) })
  const saving = busy !== undefined
  const [before] = useState(() => valuesOf(instance, zone))
  const [touched, setTouched] = useState<Partial<EditValues>>({})
  const present = valuesOf(instance, zone)
  const values = { ...present, ...touched }
  const changed = FIELDS.filter((field) => values[field].trim() !== present[field].trim())

  const save = async () => {
    if (saving) return
    if (changed.length === 0) return onDone()
    const isDone = await run({
      call: async () => {
        const fresh = await editInstance(instance.id, { ...bodyOf(values, changed), version: instance.version })
        queries.setQueryData(instanceQuery(instance.id).queryKey, fresh)
      },
      done: spec.updated,
      failed: spec.updateFailed,
      onFailed: (error) => {
        toast.error(serverMessageOf(error) ?? spec.updateFailed)
        return true
      },
    })
    if (isDone) onDone()
  }
  return {
    values,
    set: <K extends EditField>(field: K, value: EditValues[K]) => setTouched((old) => ({ ...old, [field]: value })),
    changed,
    replaced: changed.filter((field) => present[field] !== before[field]),
    saving,
    save,
  }
}

export type Edit = ReturnType<typeof useEdit>
