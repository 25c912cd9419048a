import type { KnownStart, UnfitStart } from '@throughline/flow/start-mapping'
import { unfitStarts } from '@throughline/flow/start-mapping'
import { listText } from '../../../shared/format/list-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { texts } from '../starts.texts.ts'
import type { StartedWorkflow } from './use-started-workflow.ts'

interface SavedStart {
  mapping?: Readonly<Record<string, string>>
  fixed_values: KnownStart['fixed_values']
}

/** Where a start as it is saved no longer fits the workflow, which was published anew since. */
export const unfitOf = (
  kind: KnownStart['kind'],
  saved: SavedStart | undefined,
  { doc }: StartedWorkflow,
): readonly UnfitStart[] =>
  saved ? unfitStarts(doc, { kind, gives: Object.keys(saved.mapping ?? {}), fixed_values: saved.fixed_values }) : []

/** What the workflow no longer takes isn’t sent again. */
const isMendedBySaving = (code: UnfitStart['code']) => code === 'file' || code === 'unknown_variable'

export function UnfitNote({ unfit, mayEdit }: { unfit: readonly UnfitStart[]; mayEdit: boolean }) {
  if (unfit.length === 0) return null
  const isStopped = unfit.some(({ code }) => code !== 'unknown_variable')
  return (
    <div className="border-b p-4">
      <Banner tone="warning" title={isStopped ? texts.unfitStops : texts.unfitLoses}>
        {unfit.map(({ code, labels }) => (
          <p key={code}>
            {texts.unfits[code](listText(labels))}
            {mayEdit && isMendedBySaving(code) && ` ${texts.saveToRemove}`}
          </p>
        ))}
      </Banner>
    </div>
  )
}
