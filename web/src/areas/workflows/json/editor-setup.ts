import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json, jsonLanguage } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { lintKeymap, setDiagnosticsEffect } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { editorLook, styleNonce } from '../../../ui/editor-theme.ts'
import type { Drawing } from '../model/drawing.ts'
import { type Offer, workflowCompletion } from './completion.ts'
import { LARGEST } from './faults.ts'
import { jsonTexts } from './json.texts.ts'

class LineMark extends GutterMarker {
  override elementClass: string
  constructor(elementClass: string) {
    super()
    this.elementClass = elementClass
  }
}
const errorLine = new LineMark('cm-errorLine')
const warningLine = new LineMark('cm-warningLine')

/** Numbers of lines with problems stand out. */
const faultyLines = StateField.define({
  create: () => new RangeSetBuilder<GutterMarker>().finish(),
  update(marks, transaction) {
    const said = transaction.effects.findLast((effect) => effect.is(setDiagnosticsEffect))
    if (!said?.is(setDiagnosticsEffect)) return marks.map(transaction.changes)
    const lines = new Map<number, LineMark>()
    for (const { from, severity } of said.value) {
      const line = transaction.state.doc.lineAt(from).from
      if (severity === 'error' || !lines.has(line)) lines.set(line, severity === 'error' ? errorLine : warningLine)
    }
    const builder = new RangeSetBuilder<GutterMarker>()
    for (const [from, mark] of [...lines].toSorted(([a], [b]) => a - b)) builder.add(from, from, mark)
    return builder.finish()
  },
  provide: (field) => gutterLineClass.from(field),
})

export type Setup = {
  drawing: () => Drawing
  /** The glyph of a step's kind, for the list of steps. */
  glyph: (kind: string) => Node | undefined
  onFormat: () => void
}

function offers({ drawing, glyph }: Setup): Extension {
  return autocompletion({
    icons: false,
    override: [workflowCompletion(drawing)],
    addToOptions: [
      { position: 20, render: ({ of }: Offer) => (of === undefined ? null : (glyph(of) ?? null)) },
      {
        position: 90,
        render({ note }: Offer) {
          if (note === undefined) return null
          const shown = document.createElement('span')
          shown.className = 'cm-offerNote'
          shown.textContent = note
          return shown
        },
      },
    ],
  })
}

/** Everything the editor of a workflow's text can do, apart from what the page adds. */
export function editorSetup(setup: Setup): Extension[] {
  const format = () => {
    setup.onFormat()
    return true
  }
  return [
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching({ maxScanDistance: LARGEST }),
    closeBrackets(),
    json(),
    jsonLanguage.data.of({ closeBrackets: { brackets: ['[', '{', '"'] } }),
    search({ top: true }),
    offers(setup),
    faultyLines,
    keymap.of([
      { key: 'Shift-Alt-f', run: format },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      // Escape, then Tab leaves the editor.
      indentWithTab,
    ]),
    editorLook,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({
      'aria-label': jsonTexts.editor,
      spellcheck: 'false',
      translate: 'no',
      tabindex: '0',
    }),
    styleNonce(),
  ]
}
