import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { Comparison } from '../history/comparison.tsx'
import { ChangeItem } from './change-item.tsx'
import { texts } from './copilot.texts.ts'
import { Examples } from './examples.tsx'
import type { ProposalState } from './use-proposal.ts'

const Quote = ({ children }: { children: string }) => (
  <p translate="no" className="rounded-lg rounded-br-xs bg-accent-subtle px-3 py-2 text-sm">
    {children}
  </p>
)

type ConversationProps = {
  state: ProposalState
  /** Of the whole proposal with the draft. */
  compared: Comparison | undefined
  at: number | undefined
  onAt: (at: number) => void
  onSend: (query: string) => void
}

/** What was asked and what came of it. */
export function Conversation({ state, compared, at, onAt, onSend }: ConversationProps) {
  const { asked, waiting, failure } = state
  return (
    <section
      aria-label={texts.conversation}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and those without a pointer scroll it by keys
      tabIndex={0}
      className="inset-focus min-h-0 flex-1 space-y-3 overflow-y-auto p-4"
    >
      {waiting !== undefined && (
        <>
          <Quote>{waiting}</Quote>
          <Loading label={texts.loading} className="space-y-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </Loading>
        </>
      )}
      {failure && (
        <>
          <Quote>{failure.query}</Quote>
          <Banner tone="danger" title={texts.failed}>
            {failure.reason}
          </Banner>
        </>
      )}
      {asked && compared && <Answer state={state} asked={asked} compared={compared} at={at} onAt={onAt} />}
      {!asked && !failure && waiting === undefined && (
        <div>
          <h3 className="text-sm font-medium">{texts.emptyTitle}</h3>
          <p className="mt-0.5 text-xs text-fg-3">{texts.emptyHint}</p>
          <Examples texts={texts.examples} onChoose={onSend} />
        </div>
      )}
    </section>
  )
}

type AnswerProps = {
  state: ProposalState
  asked: NonNullable<ProposalState['asked']>
  compared: Comparison
  at: number | undefined
  onAt: (at: number) => void
}

function Answer({ state, asked, compared, at, onAt }: AnswerProps) {
  const { ticked, standing, toggle } = state
  const { query, proposal } = asked
  const { diff, not_done, model, note, errors, warnings } = proposal
  const guesses = diff.filter(({ is_guess }) => is_guess).length
  return (
    <>
      <Quote>{query}</Quote>
      {model && note !== null && (
        <Banner tone="warning" title={texts.away(model.name)}>
          {note}
        </Banner>
      )}
      <output className="block text-sm text-fg-2">
        {diff.length === 0 && not_done.length === 0 ? texts.nothing : texts.found(diff.length - guesses, guesses)}
      </output>
      {diff.length > 0 && (
        <ul className="divide-y overflow-hidden rounded-md border">
          {diff.map((change, n) => (
            <ChangeItem
              key={change.id}
              change={change}
              after={compared.after}
              before={compared.before}
              checked={ticked.has(change.id)}
              struck={standing?.struck.get(change.id)}
              current={at === n}
              onToggle={() => toggle(change.id)}
              onFocus={() => onAt(n)}
            />
          ))}
        </ul>
      )}
      {not_done.map(({ quote, reason }) => (
        <div
          key={`${quote} ${reason}`}
          className="rounded-md border border-warning-line bg-warning-bg px-3 py-2 text-xs text-warning-fg"
        >
          <p className="flex items-start gap-1.5 font-medium">
            <TriangleAlert size={13} aria-hidden className="mt-px shrink-0" />
            {quote === '' ? texts.notDoneOther : texts.notDone(quote)}
          </p>
          <p className="mt-0.5 pl-[19px] text-fg-2">{reason}</p>
        </div>
      ))}
      {diff.length > 0 && (
        <p className="flex items-center gap-1.5 text-xs text-success-fg">
          <CircleCheck size={13} aria-hidden className="shrink-0" />
          {texts.checked(errors, warnings)}
        </p>
      )}
    </>
  )
}
