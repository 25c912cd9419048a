import { useMutation, useQuery } from '@tanstack/react-query'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { RotateCcw, Sparkles } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { hasMod } from '../../../ui/mod-key.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { modelsQuery } from '../../integrations/integrations.api.ts'
import { Examples } from '../copilot/examples.tsx'
import type { Drawing } from '../model/drawing.ts'
import { type CopilotDraft, workflowCalls } from '../workflows.api.ts'
import { texts as addTexts, spec } from './add.texts.ts'
import { type AddDraft, type Changes, isBlankDoc } from './use-add-draft.ts'

const texts = addTexts.copilot
const FlowCanvas = lazyPart(
  () => import('../canvas/flow-canvas.tsx'),
  (module) => module.FlowCanvas,
)

const hasSteps = ({ steps }: Partial<Pick<FlowDoc, 'steps'>>) => Object.keys(steps ?? {}).length > 0

type CopilotModeProps = {
  draft: AddDraft
  drawing: Drawing
  problems: readonly Problem[]
  change: (changes: Changes) => void
}

/** The drafter's answer takes the place of the document; nothing is created by it. */
export function CopilotMode({ draft, drawing, problems, change }: CopilotModeProps) {
  const { query, reading, before } = draft
  const [touched, setTouched] = useState(false)
  const { write, busy, failure } = useDrafting(draft, change)
  const drafted = reading !== undefined
  const isEmpty = query.trim() === ''
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="shrink-0 space-y-2.5 border-b p-4">
        <Field label={texts.what} action={texts.hint} error={touched && isEmpty ? spec.describe : undefined}>
          <Textarea
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has chosen this mode is about to type here
            autoFocus
            rows={drafted ? 2 : 5}
            maxLength={4000}
            value={query}
            onChange={(event) => {
              change({ query: event.target.value })
              setTouched(true)
            }}
            onBlur={() => setTouched(true)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && hasMod(event) && !isEmpty && !busy) write()
            }}
          />
        </Field>
        <div className="flex items-center gap-2">
          <Button
            variant={drafted ? 'secondary' : 'primary'}
            icon={drafted ? RotateCcw : Sparkles}
            disabled={isEmpty}
            busy={busy}
            onClick={write}
          >
            {drafted ? texts.again : texts.draft}
          </Button>
          <span className="text-xs text-fg-3">{texts.nothingYet}</span>
        </div>
        {failure && <Banner tone="danger" title={failure} />}
        <About />
        {drafted && before && (
          <p className="flex items-center gap-1 text-xs text-fg-3">
            {texts.replaced}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => change({ doc: before, reading: undefined, before: undefined })}
            >
              {texts.putBack}
            </Button>
          </p>
        )}
      </div>
      {drafted ? (
        <>
          <div className="relative min-h-80 flex-1">
            <Suspense fallback={<CanvasLoading />}>
              <FlowCanvas
                drawing={drawing}
                problems={problems}
                label={texts.canvas}
                minimap={false}
                tools={false}
                small
              />
            </Suspense>
          </div>
          <Reading reading={reading} />
        </>
      ) : (
        <div className="p-4">
          <h3 className="text-xs font-medium tracking-normal text-fg-3">{texts.examples}</h3>
          <Examples texts={texts.tries} onChoose={(text) => change({ query: text })} />
        </div>
      )}
    </div>
  )
}

/** Asks the drafter, at once where the panel was opened with a question. */
function useDrafting({ query, reading, before, ask, doc }: AddDraft, change: CopilotModeProps['change']) {
  const drafting = useMutation({
    mutationFn: workflowCalls.draftByCopilot,
    onSuccess: (answer) => {
      const { drafter: _drafter, model: _model, note: _note, took: _took, reading: read, ...made } = answer
      if (!hasSteps(made)) return
      const isReplacing = reading === undefined && !isBlankDoc(doc)
      change({ doc: made, reading: read, text: undefined, before: isReplacing ? doc : before })
    },
  })
  const { mutate, isPending: busy } = drafting
  useEffect(() => {
    if (!ask) return
    change({ ask: undefined })
    mutate(query)
  }, [ask, query, change, mutate])
  const refused = drafting.isError ? (serverMessageOf(drafting.error) ?? spec.draftFailed) : undefined
  const failure = refused ?? (drafting.data && !hasSteps(drafting.data) ? spec.noDraft : undefined)
  return { write: () => mutate(query.trim()), busy, failure }
}

/** What drafts, and what it sees. */
function About() {
  const { data } = useQuery(modelsQuery)
  const model = data?.find(({ drafts }) => drafts)
  return (
    <p className="rounded-md bg-accent-subtle px-3 py-2 text-xs">
      <span className="font-medium">{model ? texts.aboutModel(model.name, model.host) : texts.about}</span>{' '}
      {model ? texts.aboutModelMore : texts.aboutMore}
    </p>
  )
}

function CanvasLoading() {
  return (
    <Loading label={texts.loadingCanvas} className="grid h-full place-items-center bg-board">
      <Skeleton className="h-2/3 w-40" />
    </Loading>
  )
}

/** Which words became which step, and which were left out. */
function Reading({ reading }: { reading: CopilotDraft['reading'] }) {
  return (
    <section aria-label={texts.read} className="max-h-56 shrink-0 overflow-y-auto border-t px-4 py-3">
      <h3 className="text-xs font-medium tracking-normal text-fg-3">{texts.read}</h3>
      <ul translate="no" className="mt-1.5 grid grid-cols-2 gap-x-5 gap-y-1">
        {reading.map(({ quote, step, text, unsure }) => (
          <li
            key={`${quote} ${text}`}
            className={cn('min-w-0 text-xs', step === undefined || unsure ? 'text-warning-fg' : 'text-fg-3')}
          >
            <span title={quote} className={cn('block truncate font-medium', step !== undefined && 'text-fg')}>
              “{quote}”
            </span>
            <span className="block">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
