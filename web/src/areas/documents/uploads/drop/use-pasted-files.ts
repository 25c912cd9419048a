import { useEffect } from 'react'
import type { Chosen } from '../../../../shared/uploads/engine/upload.ts'
import { texts } from '../uploads.texts.ts'

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable=""], [contenteditable="true"]') !== null

/** Pictures from the clipboard are all called the same; on a task that would make each a version of the last. */
function named(file: File): Chosen {
  if (!/^image\.\w+$/.test(file.name)) return { file }
  const moment = new Date(file.lastModified).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return { file, name: file.name.replace('image', texts.pasted(moment)) }
}

/** Files pasted anywhere but into a text. */
export function usePastedFiles(allowed: boolean, onPaste: (chosen: Chosen[]) => void) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (!allowed || files.length === 0 || isText(event.target)) return
      event.preventDefault()
      onPaste(files.map(named))
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [allowed, onPaste])
}
