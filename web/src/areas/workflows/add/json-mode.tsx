import type { Problem } from '@throughline/flow/compile'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { Drawing } from '../model/drawing.ts'
import { spec as listSpec } from '../workflows.texts.ts'
import { spec, texts } from './add.texts.ts'
import type { AddDraft, Changes } from './use-add-draft.ts'

const JsonEditor = lazyPart(
  () => import('../json/json-editor.tsx'),
  (module) => module.JsonEditor,
)
const LINES = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']

type JsonModeProps = {
  draft: AddDraft
  drawing: Drawing
  problems: readonly Problem[]
  /** Somebody wanted to go back to the form with a text that cannot be read. */
  stuck: boolean
  change: (changes: Changes) => void
}

export function JsonMode({ draft, drawing, problems, stuck, change }: JsonModeProps) {
  return (
    <Suspense fallback={<EditorLoading />}>
      <JsonEditor
        doc={draft.doc}
        problems={problems}
        drawing={drawing}
        onChange={(doc) => change({ doc, text: undefined })}
        onValid={() => undefined}
        startText={draft.text}
        onUnread={(text) => change({ text })}
        invalidText={stuck ? spec.invalidJsonSwitch : listSpec.invalidJson}
      />
    </Suspense>
  )
}

function EditorLoading() {
  return (
    <Loading label={texts.loadingEditor} className="flex-1 space-y-2.5 p-4">
      {LINES.map((width) => (
        <Skeleton key={width} round className={`h-3 ${width}`} />
      ))}
    </Loading>
  )
}
