import type { Workflow } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../builder.texts.ts'

const MOST_NAMED = 3

/** Who changed what while this page stood open. */
export function tellTheirs(theirs: Workflow, changes: readonly Change[], before: FlowDoc, me: string) {
  const by = theirs.changed_by
  const places = changes.map(({ step }) =>
    step === undefined ? texts.theirsSettings : (theirs.steps[step]?.name ?? before.steps[step]?.name ?? step),
  )
  const named = [...new Set(places)]
  const said = named.length > MOST_NAMED ? `${named.slice(0, MOST_NAMED).join(', ')}…` : named.join(', ')
  const title =
    by && by.id === me ? texts.theirsOwn(changes.length) : texts.theirs(by?.name ?? texts.clash.someone, changes.length)
  toast.info(title, { id: `theirs-${theirs.id}`, description: texts.theirsIn(said), timeout: 8_000 })
}
