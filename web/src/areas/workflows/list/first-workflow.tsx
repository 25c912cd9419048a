import { useQueryClient } from '@tanstack/react-query'
import { Plus, Sparkles } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { blankDraft, keepDraft } from '../add/use-add-draft.ts'
import { texts } from '../workflows.texts.ts'
import { Starters } from './starters.tsx'

const words = texts.empty

type FirstWorkflowProps = { onAdd: (mode: 'form' | 'copilot') => void }

/** Where nothing is yet: templates to start from, and the drafter. */
export default function FirstWorkflow({ onAdd }: FirstWorkflowProps) {
  const queries = useQueryClient()
  const say = useId()
  const [query, setQuery] = useState('')
  const draft = (event: FormEvent) => {
    event.preventDefault()
    if (!query.trim()) return
    keepDraft(queries, { ...blankDraft, query: query.trim(), ask: true, fresh: true })
    onAdd('copilot')
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-board">
      <div className="mx-auto w-[860px] max-w-full px-6 pt-14 pb-10">
        <h2 className="text-xl">{words.title}</h2>
        <p className="mt-1 text-md text-fg-2">{words.intro}</p>
        <Starters />
        <form onSubmit={draft} className="mt-6 rounded-lg border border-line-control bg-surface p-3">
          <label htmlFor={say} className="flex items-center gap-2 text-sm font-medium">
            <Sparkles size={15} className="text-accent-text" aria-hidden />
            {words.describe}
          </label>
          <textarea
            id={say}
            rows={2}
            maxLength={4000}
            value={query}
            placeholder={words.example}
            onChange={(event) => setQuery(event.target.value)}
            className="mt-1.5 block field-sizing-content min-h-12 w-full resize-none rounded-xs bg-transparent text-md placeholder:text-fg-3"
          />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <span className="min-w-40 flex-1 text-xs text-fg-3">{words.beforehand}</span>
            <Button variant="ghost" icon={Plus} onClick={() => onAdd('form')}>
              {words.blank}
            </Button>
            <Button type="submit" variant="primary" disabled={!query.trim()}>
              {words.draft}
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}
