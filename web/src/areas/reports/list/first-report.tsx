import { FileChartColumn, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts as reportsTexts, spec } from '../reports.texts.ts'
import { type ReportDraft, STARTERS } from '../starters.ts'

const texts = reportsTexts.empty

type FirstReportProps = { onDraft: (draft: ReportDraft) => void; onAsk: (question: string) => void }

/** Where nothing is yet: three examples, and a question in plain words. */
export function FirstReport({ onDraft, onAsk }: FirstReportProps) {
  const zone = useZone()
  const [question, setQuestion] = useState('')
  return (
    <ScrollRegion label={texts.title} className="bg-board">
      <div className="@container mx-auto w-[820px] max-w-full px-6 pt-14 pb-10">
        <h2 className="text-lg">{texts.title}</h2>
        <p className="mt-1 text-md text-fg-2">{texts.note}</p>
        <ul aria-label={texts.starters} className="mt-5 grid gap-3 @min-[640px]:grid-cols-3">
          {STARTERS.map(({ key, name, note, draft }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => onDraft(draft(zone))}
                className="card flex h-full w-full flex-col rounded-lg border bg-card px-4 py-3.5 text-left shadow-xs hover:border-line-strong hover:bg-surface-2"
              >
                <span className="grid size-9 place-items-center rounded-md bg-accent-subtle text-accent-text">
                  <FileChartColumn size={17} aria-hidden />
                </span>
                <span className="mt-3 block text-md font-medium">{name}</span>
                <span className="block text-sm text-fg-2">{note}</span>
              </button>
            </li>
          ))}
        </ul>
        <form
          className="card mt-5 rounded-lg border bg-card p-3 shadow-xs"
          onSubmit={(event) => {
            event.preventDefault()
            if (question.trim()) onAsk(question.trim())
          }}
        >
          <label htmlFor="first-question" className="flex items-center gap-2 text-sm font-medium">
            <Sparkles size={15} aria-hidden className="text-accent-text" />
            {texts.words}
          </label>
          <Textarea
            id="first-question"
            rows={2}
            value={question}
            maxLength={2000}
            placeholder={texts.example}
            onChange={(event) => setQuestion(event.target.value)}
            className="mt-2"
          />
          <div className="mt-2 flex items-center gap-3">
            <span className="flex-1 text-xs text-fg-3">{texts.before}</span>
            <Button type="submit" variant="primary" disabled={!question.trim()}>
              {spec.generate}
            </Button>
          </div>
        </form>
      </div>
    </ScrollRegion>
  )
}
