import type { TaskId, WorkflowId } from '@throughline/contracts/ids'
import { useCallback } from 'react'
import type { UploadPlace } from '../../../shared/uploads/engine/upload.ts'

const places = new WeakMap<Element, UploadPlace>()

/** Worn by a target while files are held over it. */
const OVER = 'data-drop-over'
export const dropTargetClass =
  'data-drop-over:outline-2 data-drop-over:outline-dashed data-drop-over:-outline-offset-2 data-drop-over:outline-accent'

type DropSize = 'card' | 'page'

function useDropPlace({ taskId, workflowId, label }: UploadPlace, size: DropSize) {
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element && label !== undefined)
        places.set(element, { ...(taskId && { taskId }), ...(workflowId && { workflowId }), label })
    },
    [taskId, workflowId, label],
  )
  return { ref, 'data-drop': label === undefined ? undefined : size }
}

type DropTask = { id: TaskId; name: string }

/**
 * Spread over whatever shows a task: files dropped there belong to it. It only says where it is; one listener for the
 * whole page hears of drags.
 */
export const useTaskDrop = (task: DropTask | undefined, size: DropSize = 'card') =>
  useDropPlace(task ? { taskId: task.id, label: task.name } : {}, size)

/** The same for the page of a workflow's files. */
export const useWorkflowDrop = (id: WorkflowId | undefined, name: string) =>
  useDropPlace(id ? { workflowId: id, label: name } : {}, 'page')

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
