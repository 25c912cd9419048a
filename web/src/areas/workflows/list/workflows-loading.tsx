import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../workflows.texts.ts'
import { cardGrid } from './workflow-cards.tsx'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']
const GLYPHS = ['a', 'b', 'c', 'd', 'e']

export function WorkflowsLoading() {
  return (
    <Loading label={texts.loading} className="min-h-0 flex-1 overflow-hidden bg-board">
      <div className={cardGrid}>
        {CARDS.map((card) => (
          <div key={card} className="card rounded-lg border bg-card shadow-xs">
            <div className="p-4 pb-3">
              <Skeleton round className="mt-1 h-3 w-32" />
              <Skeleton round className="mt-4 h-3.5 w-44" />
              <Skeleton round className="mt-3 h-2.5 w-11/12" />
              <Skeleton round className="mt-2 h-2.5 w-3/5" />
              <div className="mt-4 flex gap-1">
                {GLYPHS.map((glyph) => (
                  <Skeleton key={glyph} className="size-5" />
                ))}
              </div>
            </div>
            <div className="h-9 border-t" />
            <div className="h-8 border-t" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
