import type { Waiting } from '@throughline/contracts/running'
import { CircleHelp } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useReader } from './use-reader.ts'
import { useWhyActs } from './use-why-acts.ts'
import { texts } from './why.texts.ts'
import { WhyCard } from './why-card.tsx'
import { reasonKey, summary } from './why-text.ts'

const ExplainDialog = lazyPart(
  () => import('./explain-dialog.tsx'),
  (module) => module.ExplainDialog,
)

type WhyProps = {
  instanceId: string
  waiting: readonly Waiting[]
  openTask: (id: string) => void
  onOverride?: ((step: string) => void) | undefined
}

/** A card for each open step. What only waits for those is one sentence beside the heading. */
export function Why({ instanceId, waiting, openTask, onOverride }: WhyProps) {
  const reader = useReader()
  const heading = useId()
  const { act, busy, doubtful, settle, retry } = useWhyActs({ instanceId, openTask })
  const [explained, setExplained] = useState<string>()
  const cards = waiting.filter(({ kind }) => kind !== 'join')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby={heading} className="border-b px-6 pt-4 pb-5 @max-[600px]:px-4">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <CircleHelp size={15} aria-hidden className="translate-y-0.5 text-fg-3" />
        <h2 id={heading} className="text-md font-semibold">
          {texts.title}
        </h2>
        <p className="min-w-0 truncate text-fg-3">{summary(waiting)}</p>
      </div>
      {cards.length > 0 && (
        <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,296px),1fr))] gap-3">
          {cards.map((reason) => (
            <WhyCard
              key={reasonKey(reason)}
              waiting={reason}
              reader={reader}
              busy={busy === reasonKey(reason)}
              onAct={() => act(reason)}
              onExplain={
                reason.kind === 'failed' && reason.step !== null ? () => setExplained(reason.step ?? '') : undefined
              }
              onOverride={onOverride && reason.step !== null ? () => onOverride(reason.step ?? '') : undefined}
            />
          ))}
        </ul>
      )}
      {explained !== undefined && (
        <Suspense>
          <ExplainDialog instanceId={instanceId} step={explained} onClose={() => setExplained(undefined)} />
        </Suspense>
      )}
      <AlertDialog
        open={doubtful !== undefined}
        onClose={settle}
        title={texts.mayRepeat.title}
        confirmLabel={texts.mayRepeat.confirm}
        onConfirm={() => (doubtful ? retry(doubtful.waiting) : undefined)}
      >
        {texts.mayRepeat.text(doubtful?.tool ?? '')}
      </AlertDialog>
    </section>
  )
}
