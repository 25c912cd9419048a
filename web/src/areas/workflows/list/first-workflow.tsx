import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Template } from '@throughline/contracts/templates'
import { ArrowRight, Plus, Sparkles } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { blankDraft, storeDraft } from '../add/use-add-draft.ts'
import { MiniFlow } from '../canvas/mini-flow.tsx'
import { templateDrawing } from '../templates/template-drawing.ts'
import { templatesQuery } from '../templates/templates.api.ts'
import { texts as workflowsTexts } from '../workflows.texts.ts'

const texts = workflowsTexts.empty

const MAX_STARTERS = 3
const SKELETONS = ['a', 'b', 'c']

/** Three templates that others start from. Without them the page still offers the rest. */
function Starters() {
  const { data, isPending } = useInfiniteQuery(templatesQuery({ sort: 'popular' }))
  const all = data?.pages.flatMap((page) => page.data) ?? []
  const more = data?.pages.at(-1)?.pagination.next_cursor
  if (!isPending && all.length === 0) return null
  return (
    <section aria-label={texts.starters} className="@container mt-6">
      <ul className="grid gap-3 @min-[560px]:grid-cols-3">
        {isPending && SKELETONS.map((place) => <Waiting key={place} />)}
        {all.slice(0, MAX_STARTERS).map((template) => (
          <Starter key={template.id} template={template} />
        ))}
      </ul>
      <p className="mt-2 min-h-6 text-right">
        {!isPending && (
          <Link to="/workflow-templates" className={`inline-flex h-6 items-center gap-1 text-sm ${quietLinkClass}`}>
            {more ? texts.templates : texts.allTemplates(all.length)}
            <ArrowRight size={13} aria-hidden />
          </Link>
        )}
      </p>
    </section>
  )
}

const card = 'card relative rounded-lg border bg-card p-4 shadow-xs'
const wholeCard =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:outline-offset-2 focus-visible:after:outline-focus'

function Starter({ template }: { template: Template }) {
  const drawing = useMemo(() => templateDrawing(template), [template])
  const { id, name, description } = template
  return (
    <li className={`${card} hover:border-line-strong hover:shadow-sm`}>
      <div className="grid h-21 place-items-center rounded-md bg-board px-4">
        <MiniFlow drawing={drawing} label={texts.drawing(name)} className="h-15 w-full" />
      </div>
      <h3 translate="no" className="mt-3 text-md tracking-normal">
        <Link to="/workflow-templates" search={{ use: id }} className={wholeCard}>
          {name}
        </Link>
      </h3>
      <p className="line-clamp-2 text-xs text-fg-3" title={description}>
        {workflowsTexts.steps(drawing.steps.length)} · <span translate="no">{description}</span>
      </p>
    </li>
  )
}

function Waiting() {
  return (
    <li className={card}>
      <Skeleton className="h-21" />
      <Skeleton round className="mt-4 h-3 w-32" />
      <Skeleton round className="mt-3 h-2.5 w-11/12" />
    </li>
  )
}

type FirstWorkflowProps = { onAdd: (mode: 'form' | 'copilot') => void }

/** Where nothing is yet: templates to start from, and the drafter. */
export default function FirstWorkflow({ onAdd }: FirstWorkflowProps) {
  const queries = useQueryClient()
  const describeId = useId()
  const [query, setQuery] = useState('')
  const draft = (event: FormEvent) => {
    event.preventDefault()
    if (!query.trim()) return
    storeDraft(queries, { ...blankDraft, query: query.trim(), ask: true, fresh: true })
    onAdd('copilot')
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-board">
      <div className="mx-auto w-[860px] max-w-full px-6 pt-14 pb-10">
        <h2 className="text-xl">{texts.title}</h2>
        <p className="mt-1 text-md text-fg-2">{texts.intro}</p>
        <Starters />
        <form onSubmit={draft} className="mt-6 rounded-lg border border-line-control bg-surface p-3">
          <label htmlFor={describeId} className="flex items-center gap-2 text-sm font-medium">
            <Sparkles size={15} className="text-accent-text" aria-hidden />
            {texts.describe}
          </label>
          <textarea
            id={describeId}
            rows={2}
            maxLength={4000}
            value={query}
            placeholder={texts.example}
            onChange={(event) => setQuery(event.target.value)}
            className="mt-1.5 block field-sizing-content min-h-12 w-full resize-none rounded-xs bg-transparent text-md placeholder:text-fg-3"
          />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <span className="min-w-40 flex-1 text-xs text-fg-3">{texts.beforehand}</span>
            <Button variant="ghost" icon={Plus} onClick={() => onAdd('form')}>
              {texts.blank}
            </Button>
            <Button type="submit" variant="primary" disabled={!query.trim()}>
              {texts.draft}
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}
