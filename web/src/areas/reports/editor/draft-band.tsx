import { CircleCheck, Sparkles } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import type { DraftedQuery } from '../reports.api.ts'
import { editorTexts as texts } from '../reports.texts.ts'

type DraftBandProps = {
  answer: DraftedQuery
  question: string
  /** Reads what was guessed the other way. */
  onOther: (() => void) | undefined
  onAgain: () => void
}

/** Who wrote the query, and how each word was read; what was guessed can be read the other way. */
export function DraftBand({ answer, question, onOther, onAgain }: DraftBandProps) {
  const { drafter, model, readings, other, note } = answer
  const by = drafter === 'model' && model ? model.name : texts.ruleDrafter
  return (
    <div className="flex shrink-0 gap-3 border-b bg-accent-subtle px-4 py-2.5 text-sm">
      <Sparkles size={15} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{texts.drafted(by, question)}</p>
        {note && <p className="text-fg-2">{note}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-0.5 text-fg-2">
          {readings.map(({ quote, text, is_guess }, index) => {
            const otherText = other?.readings[index]?.text ?? text
            return (
              // The same for both ways to read it, so that the button keeps the focus.
              <li key={[quote, ...[text, otherText].toSorted()].join(' ')}>
                {texts.means(quote, text)}
                {is_guess && <span className="ml-1.5 text-xs text-warning-fg">{texts.guess}</span>}
                {onOther && otherText !== text && (
                  <button type="button" onClick={onOther} className={`ml-1.5 ${linkClass}`}>
                    {texts.readAs(otherText)}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
        <p className="mt-0.5 flex items-center gap-1.5 text-success-fg">
          <CircleCheck size={14} aria-hidden />
          {texts.checked}
        </p>
      </div>
      <Button variant="ghost" size="sm" onClick={onAgain}>
        {texts.askAgain}
      </Button>
    </div>
  )
}
