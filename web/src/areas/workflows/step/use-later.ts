import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import type { Editing } from './step-context.ts'

const PAUSE = 250

/** Keys of a step that nothing but the head of the panel shows. */
const WORDS = new Set(['name', 'description'])

const sameBut = (one: object, other: object, left: (key: string) => boolean) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => left(key) || Reflect.get(one, key) === Reflect.get(other, key),
  )

/** Whether the one became the other by nothing but typing in the head. */
function differsInWords(one: Editing, other: Editing): boolean {
  const { id } = one.step
  return (
    one.drawing === other.drawing &&
    one.problems === other.problems &&
    one.names === other.names &&
    one.refs === other.refs &&
    one.editable === other.editable &&
    sameBut(one.step, other.step, (key) => WORDS.has(key)) &&
    sameBut(one.doc, other.doc, (key) => key === 'steps') &&
    sameBut(one.doc.steps, other.doc.steps, (key) => key === id)
  )
}

/** What is typed shows in its own box at once; the rest follows when there is time, and what does not show it when typing pauses. */
export function useLater(editing: Editing): Editing {
  const [settled, settle] = useState(editing)
  const waits = differsInWords(settled, editing)
  useEffect(() => {
    const due = setTimeout(() => startTransition(() => settle(editing)), waits ? PAUSE : 0)
    return () => clearTimeout(due)
  }, [editing, waits])
  return useDeferredValue(waits ? settled : editing)
}
