import { type Problem, repair } from '@throughline/flow/compile'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DocumentText, type SourcePosition } from './document-text.ts'
import type { Fault, Mend, Reading } from './faults.ts'
import type { JsonEditorProps } from './json-editor.tsx'

/** A fault with where it stands, as people count. */
export type PlacedFault = Fault & Pick<SourcePosition, 'line' | 'column'>

/** What is wrong, and whether the text could be read when that was found. */
type FoundFaults = { faults: PlacedFault[]; valid: boolean }

const SETTLED = 400
const nowhere: SourcePosition = { line: 1, column: 1, keys: [] }

/** An editor in `box`, tied to the document of the page. */
export function useDocumentText(props: JsonEditorProps, glyphs: RefObject<HTMLElement | null>) {
  const { doc, problems, drawing, onChange, onValid, onStep, onUnread, startText, selected } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<DocumentText>(undefined)
  const [place, setPlace] = useState(nowhere)
  const [reading, setReading] = useState<Reading>()

  const text = () => editor.current?.text ?? ''
  const mend = (one: Mend) => {
    if ('edit' in one) editor.current?.edit(one.edit)
    else onChange?.(repair(doc, one.repair))
  }
  const currentDrawing = useEffectEvent(() => drawing)
  const changed = useEffectEvent((next: typeof doc) => onChange?.(next))
  const mended = useEffectEvent(mend)
  const read = useEffectEvent((next: Reading) => {
    setReading(next)
    onValid(next.ok)
    onUnread?.(next.ok ? undefined : text())
  })
  const begin = useEffectEvent((made: DocumentText) => {
    if (startText !== undefined) made.edit({ from: 0, to: made.text.length, insert: startText })
  })
  const moved = useEffectEvent((next: SourcePosition) => {
    setPlace(next)
    const [steps, id] = next.keys
    onStep?.(steps === 'steps' && typeof id === 'string' ? id : undefined)
  })
  const create = useEffectEvent((parent: HTMLElement) => {
    const glyph = (kind: string) => glyphs.current?.querySelector(`[data-kind="${kind}"]`)?.firstChild?.cloneNode(true)
    return new DocumentText(
      parent,
      doc,
      onChange !== undefined,
      { drawing: () => currentDrawing(), glyph },
      {
        onRead: (next) => read(next),
        onDoc: (next) => changed(next),
        onPlace: (next) => moved(next),
        onMend: (one) => mended(one),
      },
    )
  })

  useEffect(() => {
    if (!box.current) return undefined
    const made = create(box.current)
    editor.current = made
    begin(made)
    return () => {
      editor.current = undefined
      made.view.destroy()
    }
  }, [])

  useEffect(() => editor.current?.show(doc), [doc])
  const writable = onChange !== undefined
  useEffect(() => editor.current?.setWritable(writable), [writable])
  useEffect(() => {
    if (selected !== undefined) editor.current?.reveal(`/steps/${selected.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }, [selected])
  const { faults, valid } = useMarks(editor, problems, reading)

  const go = (fault: Fault) => editor.current?.go(fault)
  const format = () => editor.current?.format()
  return { box, place, faults, valid, text, mend, go, format }
}

/** What is wrong is said when the writing rests. */
function useMarks(
  editor: RefObject<DocumentText | undefined>,
  problems: readonly Problem[],
  reading: Reading | undefined,
): FoundFaults {
  const [marked, setMarked] = useState<FoundFaults>({ faults: [], valid: true })
  useEffect(() => {
    const timer = setTimeout(() => {
      const current = editor.current
      if (!current) return
      const read = reading ?? current.reading
      const faults = current.faults(read, problems).map((fault) => ({ ...fault, ...current.placeAt(fault.from) }))
      current.mark(faults)
      setMarked({ faults, valid: read.ok })
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [editor, problems, reading])
  return marked
}
