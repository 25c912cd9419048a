import { Link } from '@tanstack/react-router'
import type { StepType } from '@throughline/contracts/workflows'
import { FileQuestion, Plus, Workflow } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec, texts } from '../builder.texts.ts'

const heights = ['h-22', 'h-22', 'h-22', 'h-22']

export function BuilderLoading() {
  return (
    <Loading label={spec.loading} className="flex h-full flex-col">
      <div className="flex h-15 shrink-0 flex-col justify-center gap-2 border-b px-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-72" />
      </div>
      <div className="flex flex-1 flex-col items-center gap-9 bg-board pt-12">
        {heights.map((height, place) => (
          <div key={place} className={`w-69 rounded-lg border bg-card p-3 ${height}`}>
            <div className="flex gap-3">
              <Skeleton className="size-8" />
              <div className="flex-1 space-y-2 pt-1">
                <Skeleton className="h-3 w-2/3" />
                <Skeleton className="h-2.5 w-full" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

export function BuilderFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div className="h-full bg-board pt-16">
      <h1 className="sr-only">{texts.place}</h1>
      <ErrorBlock title={spec.failed} hint={texts.failedHint} onRetry={onRetry} retrying={retrying} />
    </div>
  )
}

export function BuilderMissing() {
  return (
    <div className="h-full bg-board pt-16">
      <h1 className="sr-only">{texts.place}</h1>
      <Empty
        icon={FileQuestion}
        title={spec.missing}
        hint={texts.missingHint}
        action={
          <Link to="/workflows" className={buttonClass()}>
            {texts.back}
          </Link>
        }
      />
    </div>
  )
}

export function NoSteps({ onAdd }: { onAdd?: ((type: StepType) => void) | undefined }) {
  return (
    <div className="min-w-0 flex-1 bg-board pt-16">
      <Empty
        icon={Workflow}
        title={spec.noSteps}
        hint={onAdd ? texts.emptyHint : texts.emptyViewer}
        action={
          onAdd && (
            <Button variant="primary" icon={Plus} onClick={() => onAdd('manual')}>
              {texts.addStep}
            </Button>
          )
        }
      />
    </div>
  )
}
