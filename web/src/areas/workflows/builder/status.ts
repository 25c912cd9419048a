import type { Workflow } from '@throughline/contracts/workflows'
import type { Tone } from '../../../ui/tone.ts'
import { spec, texts } from '../builder.texts.ts'

/** A workflow that was never published runs nothing yet. */
export function statusOf({ status, current_version }: Workflow): { label: string; tone: Tone } {
  if (status === 'archived') return { label: texts.archived, tone: 'neutral' }
  return current_version === null ? { label: texts.draft, tone: 'warning' } : { label: spec.active, tone: 'success' }
}
