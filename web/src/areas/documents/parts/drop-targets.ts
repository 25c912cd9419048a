import type { TaskId } from '@throughline/contracts/ids'
import { useCallback } from 'react'
import type { UploadPlace } from '../../../shared/uploads/engine/upload.ts'

const places = new WeakMap<Element, UploadPlace>()

/** Worn by a target while files are held over it. */
const OVER = 'data-drop-over'
export const dropTargetClass =
  'data-drop-over:outline-2 data-drop-over:outline-dashed data-drop-over:-outline-offset-2 data-drop-over:outline-accent'

type DropTask = { id: TaskId; name: string }

/**
 * Spread over whatever shows a task: files dropped there belong to it. It only says where it is; one listener for the
 * whole page hears of drags.
 */
export function useTaskDrop(task: DropTask | undefined, size: 'card' | 'page' = 'card') {
  const { id, name } = task ?? {}
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element && id && name !== undefined) places.set(element, { taskId: id, label: name })
    },
    [id, name],
  )
  return { ref, 'data-drop': task && size }
}

export interface Target {
  element: Element
  place: UploadPlace
}

function targetOf(element: Element | null): Target | undefined {
  const place = element ? places.get(element) : undefined
  return element && place ? { element, place } : undefined
}

export const targetAt = (at: EventTarget | null): Target | undefined =>
  targetOf(at instanceof Element ? at.closest('[data-drop]') : null)

/** What the page as a whole is about. */
export const pageTarget = (): Target | undefined => targetOf(document.querySelector('[data-drop="page"]'))

export const hasTargets = (): boolean => document.querySelector('#main [data-drop]') !== null

let marked: Element | undefined

export function markOver(element: Element | undefined) {
  if (element === marked) return
  marked?.removeAttribute(OVER)
  element?.setAttribute(OVER, '')
  marked = element
}
