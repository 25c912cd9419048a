import { forceParsing, syntaxTree } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, ChangeSet, Compartment, EditorState, Transaction } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type Problem, print } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { cursorAt } from './cursor.ts'
import { editorSetup, type Setup } from './editor-setup.ts'
import { type Fault, faultOf, faultsOf, type Mend, type Reading, readText } from './faults.ts'
import { type Range, rangeOf } from './source-ranges.ts'

type Hunk = { from: number; to: number; insert: string }

const startOf = (lines: readonly string[], line: number) =>
  lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)

/** What makes one text into another, line by line: what is the same before and after stays, and with it the cursor. */
export function lineChanges(before: string, after: string): ChangeSet {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const hunks: Hunk[] = []
  let [x, y] = [0, 0]
  const at = new Map<string, number[]>()
  for (const [line, text] of b.entries()) at.set(text, [...(at.get(text) ?? []), line])
  while (x < a.length || y < b.length) {
    if (x < a.length && y < b.length && a[x] === b[y]) {
      x++
      y++
      continue
    }
    const [nextX, nextY] = meeting(a, b, x, y, at)
    hunks.push(hunk(a, b, [x, nextX], [y, nextY]))
    x = nextX
    y = nextY
  }
  return ChangeSet.of(hunks, before.length)
}

const LOOK = 400
const TELLING = 3

/** Where both go on the same, as near as possible: a line that stands there once, or two lines. */
function meeting(a: string[], b: string[], x: number, y: number, at: ReadonlyMap<string, number[]>): [number, number] {
  let best: [number, number] = [a.length, b.length]
  for (let i = x; i < Math.min(a.length, x + LOOK); i++) {
    if (i - x >= best[0] - x + best[1] - y) break
    const places = at.get(a[i] ?? '') ?? []
    const telling = places.length === 1 && (a[i] ?? '').trim().length > TELLING
    const j = places.find((line) => line >= y && (telling || a[i + 1] === b[line + 1]))
    if (j !== undefined && i - x + j - y < best[0] - x + best[1] - y) best = [i, j]
  }
  return best
}

function hunk(a: string[], b: string[], [x, toX]: [number, number], [y, toY]: [number, number]): Hunk {
  const inserted = b.slice(y, toY).join('\n')
  // The last line ends without a break: then the break before the hunk goes or comes with it.
  const last = toX === a.length
  const from = startOf(a, x) - (last && x > 0 && (toX === x || toY === y) ? 1 : 0)
  const to = startOf(a, toX) - (last ? 1 : 0)
  if (!last) return { from, to, insert: toY > y ? `${inserted}\n` : '' }
  return { from, to: Math.max(to, from), insert: toX === x && x > 0 && toY > y ? `\n${inserted}` : inserted }
}

/** A text in common with the document, and what was written since. */
type Shared = { text: string; since: ChangeSet }

export const sharing = (text: string): Shared => ({ text, since: ChangeSet.empty(text.length) })

/** Brings in another text that was made from the shared one, and keeps what was written here since. */
export function brought(shared: Shared, text: string): { changes: ChangeSet; shared: Shared } {
  const theirs = lineChanges(shared.text, text)
  return { changes: theirs.map(shared.since), shared: { text, since: shared.since.map(theirs, true) } }
}

export const written = (shared: Shared, changes: ChangeSet): Shared => ({
  text: shared.text,
  since: shared.since.compose(changes),
})

export type SourcePosition = { line: number; column: number; keys: readonly (string | number)[] }

type Listeners = {
  onRead: (reading: Reading) => void
  /** Only with a document that differs from the one known so far. */
  onDoc: (doc: FlowDoc) => void
  onPlace: (place: SourcePosition) => void
  onMend: (mend: Mend) => void
}

const fromOutside = Annotation.define<boolean>()
const PARSING = 50

/** The text of a document in an editor, kept together with the document while both change. */
export class DocumentText {
  readonly view: EditorView
  readonly #listen: Listeners
  readonly #writable = new Compartment()
  #doc: FlowDoc
  /** As the document is stored: whether another says the same. */
  #printed: string
  #shared: Shared
  reading: Reading

  constructor(parent: HTMLElement, doc: FlowDoc, writable: boolean, setup: Omit<Setup, 'onFormat'>, listen: Listeners) {
    this.#listen = listen
    this.#doc = doc
    const text = print(doc)
    this.#printed = text
    this.#shared = sharing(text)
    this.reading = readText(text)
    const extensions = [
      editorSetup({ ...setup, onFormat: () => this.format() }),
      this.#writable.of(EditorState.readOnly.of(!writable)),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ]
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  }

  get text(): string {
    return this.view.state.doc.toString()
  }

  /** Who only looks sees the document: what could not be read of it is given up. */
  setWritable(writable: boolean): void {
    const readOnly = this.#writable.reconfigure(EditorState.readOnly.of(!writable))
    if (writable || this.reading.ok) this.view.dispatch({ effects: readOnly })
    else {
      const changes = { from: 0, to: this.view.state.doc.length, insert: print(this.#doc) }
      this.view.dispatch({ effects: readOnly, changes, annotations: Transaction.addToHistory.of(false) })
    }
  }

  /** A document that came from elsewhere: what was written here meanwhile stays, and so does the cursor. */
  show(doc: FlowDoc): void {
    if (doc === this.#doc) return
    const text = print(doc)
    this.#doc = doc
    if (text === this.#printed) return
    this.#printed = text
    const { changes, shared } = brought(this.#shared, text)
    this.#shared = shared
    this.view.dispatch({ changes, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] })
  }

  #updated({ docChanged, selectionSet, changes, transactions }: ViewUpdate): void {
    if (docChanged) {
      if (!transactions.some((one) => one.annotation(fromOutside))) this.#shared = written(this.#shared, changes)
      this.#read()
    }
    if (docChanged || selectionSet) this.#listen.onPlace(this.place())
  }

  #read(): void {
    const { text } = this
    this.reading = readText(text)
    this.#listen.onRead(this.reading)
    if (!this.reading.ok) return
    this.#shared = sharing(text)
    const { doc } = this.reading
    const printed = print(doc)
    if (printed === this.#printed) return
    this.#printed = printed
    this.#doc = doc
    this.#listen.onDoc(doc)
  }

  place(): SourcePosition {
    const { state } = this.view
    const { head } = state.selection.main
    const line = state.doc.lineAt(head)
    return { line: line.number, column: head - line.from + 1, keys: cursorAt(this.text, head).keys }
  }

  placeAt(position: number): Pick<SourcePosition, 'line' | 'column'> {
    const line = this.view.state.doc.lineAt(Math.min(position, this.view.state.doc.length))
    return { line: line.number, column: position - line.from + 1 }
  }

  /** What is wrong, each at its place. */
  faults(reading: Reading, problems: readonly Problem[]): Fault[] {
    if (!reading.ok) return [faultOf(reading.fault)]
    const { view } = this
    forceParsing(view, view.state.doc.length, PARSING)
    const slice = (from: number, to: number) => view.state.sliceDoc(from, to)
    return faultsOf(syntaxTree(view.state), slice, reading.problems, problems)
  }

  mark(faults: readonly Fault[]): void {
    const end = this.view.state.doc.length
    const diagnostics = faults.map(({ from, to, level, text, mends }) => ({
      from: Math.min(from, end),
      to: Math.min(to, end),
      severity: level === 'E' ? ('error' as const) : ('warning' as const),
      message: text,
      actions: mends.map((mend) => ({ name: mend.label, apply: () => this.#listen.onMend(mend) })),
    }))
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics))
  }

  edit({ from, to, insert }: Range & { insert: string }): void {
    this.view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } })
    this.view.focus()
  }

  go({ from, to }: Range): void {
    const end = this.view.state.doc.length
    this.view.dispatch({
      selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
      effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }),
    })
    this.view.focus()
  }

  /** Scrolls to a place of the document without taking the focus. */
  reveal(pointer: string): void {
    // Only the visible part was read so far.
    forceParsing(this.view, this.view.state.doc.length, PARSING)
    const { state } = this.view
    const { from } = rangeOf(syntaxTree(state), (a, b) => state.sliceDoc(a, b), pointer)
    this.view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
    })
  }

  format(): void {
    if (!this.reading.ok || this.view.state.readOnly) return
    const text = print(this.reading.doc)
    if (text === this.text) return
    const { changes } = brought(sharing(this.text), text)
    this.view.dispatch({ changes })
  }
}
