import { useEffect, useState } from 'react'
import type { Chosen, UploadPlace } from '../../../../shared/uploads/engine/upload.ts'
import { hasTargets, markOver, targetAt } from '../../parts/drop-targets.ts'
import { gather } from './gather.ts'

export interface FileDrag {
  /** 0 where the browser does not tell. */
  count: number
  over: UploadPlace | undefined
  /** The page itself has places that take files. */
  among: boolean
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
/** File fields, and what wears `data-takes-files`, take drops by themselves. */
const isOwnField = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('input[type=file], [data-takes-files]') !== null
/** Whatever asks a question first has to be answered. */
const isAsking = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

const countOf = ({ dataTransfer }: DragEvent) =>
  dataTransfer ? [...dataTransfer.items].filter(({ kind }) => kind === 'file').length : 0

/** Files held over any part of the application. Those who may not add any, or are being asked something, cannot let go. */
export function useFileDrag(allowed: boolean, onDrop: (found: Promise<Chosen[]>, place: UploadPlace) => Promise<void>) {
  const [drag, setDrag] = useState<FileDrag | null>(null)
  useEffect(() => {
    const end = () => {
      markOver(undefined)
      setDrag(null)
    }
    const move = (event: DragEvent) => {
      if (!hasFiles(event) || isOwnField(event)) return end()
      // Otherwise the browser would leave the application to show the file.
      event.preventDefault()
      if (!event.dataTransfer) return undefined
      const open = allowed && !isAsking()
      event.dataTransfer.dropEffect = open ? 'copy' : 'none'
      if (!open) return end()
      const target = targetAt(event.target)
      markOver(target?.element)
      const count = countOf(event)
      setDrag((now) => {
        const same = now && now.over === target?.place && now.count === count
        return same ? now : { count, over: target?.place, among: now?.among ?? hasTargets() }
      })
      return undefined
    }
    /** Nothing is entered instead: they have left the window. */
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && end()
    const drop = (event: DragEvent) => {
      end()
      if (!hasFiles(event) || isOwnField(event) || !event.dataTransfer) return
      event.preventDefault()
      if (allowed && !isAsking()) void onDrop(gather(event.dataTransfer), targetAt(event.target)?.place ?? {})
    }
    const over = new AbortController()
    const { signal } = over
    window.addEventListener('dragenter', move, { signal })
    window.addEventListener('dragover', move, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => over.abort()
  }, [allowed, onDrop])
  return drag
}
