import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, type SQLNamespace, sql } from '@codemirror/lang-sql'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { ReportProblem, ReportView } from '@throughline/contracts/reports'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { editorLook, styleNonce } from '../../../ui/editor-theme.ts'
import { NAMED_PARAMETER, viewsIn } from '../query-text.ts'
import { editorTexts as texts } from '../reports.texts.ts'

export type SqlEditorHandle = { insert: (text: string) => void; focus: () => void }

type SqlEditorProps = {
  ref?: Ref<SqlEditorHandle>
  value: string
  onChange: (query: string) => void
  /** ⌘↵ */
  onRun: () => void
  views: readonly ReportView[]
  functions: readonly string[]
  problem: ReportProblem | null | undefined
}

const parameterMarks = new MatchDecorator({
  regexp: new RegExp(NAMED_PARAMETER),
  decoration: Decoration.mark({ class: 'cm-parameter' }),
})

const parameters = ViewPlugin.fromClass(
  class {
    decorations
    constructor(view: EditorView) {
      this.decorations = parameterMarks.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = parameterMarks.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const look = EditorView.theme({
  '.cm-parameter': { borderRadius: '3px', backgroundColor: 'var(--accent-subtle)', color: 'var(--accent-text)' },
})

/** Views and columns with what they mean, and the functions that a query may call. */
function language(views: readonly ReportView[], functions: readonly string[]): Extension {
  const schema: SQLNamespace = Object.fromEntries(
    views.map(({ name, meaning, columns }) => [
      name,
      {
        self: { label: name, type: 'type', detail: meaning },
        children: columns.map((column) => ({ label: column.name, type: 'property', detail: column.meaning })),
      },
    ]),
  )
  const calls = functions.map((label): Completion => ({ label, type: 'function', apply: `${label}(`, boost: 5 }))
  /** Of the views that the query reads; after a dot the columns of that view come by the schema. */
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/\w+/)
    if (!word || context.state.sliceDoc(word.from - 1, word.from) === '.') return null
    const read = viewsIn(context.state.doc.toString(), views)
    const columns = (read.length > 0 ? read : views).flatMap((view) => view.columns)
    const byName = new Map(columns.map(({ name, meaning }) => [name, meaning]))
    const options = Array.from(
      byName,
      ([label, detail]): Completion => ({ label, detail, type: 'property', boost: 20 }),
    )
    return { from: word.from, options: [...options, ...calls], validFor: /^\w*$/ }
  }
  return [sql({ dialect: PostgreSQL, schema }), PostgreSQL.language.data.of({ autocomplete: complete })]
}

/** The word at a place that the server counted from 1, in letters as people see them. */
function rangeOf(doc: Text, { line = 1, column = 1 }: ReportProblem) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const before = Array.from(at.text)
    .slice(0, column - 1)
    .join('').length
  const from = Math.min(at.from + before, at.to)
  const word = /^[\w.]+|^./.exec(at.text.slice(from - at.from))?.[0] ?? ''
  return { from, to: Math.min(from + Math.max(1, word.length), doc.length) }
}

/** What an editor of queries can do; Tab leaves it. */
function editorSetup(words: Compartment, onRun: () => boolean, onChange: (query: string) => void): Extension[] {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    indentUnit.of('  '),
    bracketMatching(),
    words.of([]),
    autocompletion({ icons: false }),
    parameters,
    keymap.of([{ key: 'Mod-Enter', run: onRun }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString())
    }),
    EditorView.lineWrapping,
    editorLook,
    look,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({
      'aria-label': texts.query,
      spellcheck: 'false',
      translate: 'no',
      tabindex: '0',
    }),
    styleNonce(),
  ]
}

/** Where a query is written: colours, completion over views and columns, and the place of what is wrong. */
export function SqlEditor({ ref, value, onChange, onRun, views, functions, problem }: SqlEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const words = useRef(new Compartment())
  const changed = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const first = useEffectEvent(() => value)
  useEffect(() => {
    const parent = box.current
    if (!parent) return undefined
    const setup = editorSetup(
      words.current,
      () => {
        run()
        return true
      },
      (query) => changed(query),
    )
    // The list of offers may reach over the edge of the editor, as far as the dialog does.
    const around = tooltips({ parent: parent.closest<HTMLElement>('[role=dialog]') ?? document.body })
    const state = EditorState.create({ doc: first(), extensions: [setup, around] })
    const made = new EditorView({ parent, state })
    view.current = made
    // Escape closes the completion first; the dialog around it is closed by the next one.
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
    }
    parent.addEventListener('keydown', keep)
    return () => {
      parent.removeEventListener('keydown', keep)
      view.current = undefined
      made.destroy()
    }
  }, [])
  useEffect(() => {
    const made = view.current
    if (!made || made.state.doc.toString() === value) return
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: words.current.reconfigure(language(views, functions)) })
  }, [views, functions])
  useEffect(() => {
    const made = view.current
    if (!made) return
    const found = problem?.line === undefined ? [] : [problem]
    made.dispatch(
      setDiagnostics(
        made.state,
        found.map((one) => ({ ...rangeOf(made.state.doc, one), severity: 'error' as const, message: one.message })),
      ),
    )
  }, [problem])
  useImperativeHandle(ref, () => ({
    insert: (text) => {
      const made = view.current
      if (!made) return
      made.dispatch(made.state.replaceSelection(text))
      made.focus()
    },
    focus: () => view.current?.focus(),
  }))
  return <div ref={box} className="min-h-0 flex-1 overflow-hidden" />
}
