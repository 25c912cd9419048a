import type { WorkflowDraft } from '@throughline/contracts/workflows'
import { CloudOff } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { DraftTrouble } from '../../../shared/draft-trouble.tsx'
import { clockTime } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../builder.texts.ts'
import type { SaveState } from './session-state.ts'

type SavingNoteProps = {
  saving: SaveState
  draft: WorkflowDraft | null | undefined
  onRetry: () => void
  /** Others changed the same places, and nobody has chosen yet. */
  onResolve?: (() => void) | undefined
}

/** Where the changes are. Said aloud only when they are not on the server. */
export function SavingNote({ saving, draft, onRetry, onResolve }: SavingNoteProps) {
  const zone = useZone()
  if (onResolve) return <DraftTrouble text={texts.clashed} act={texts.resolve} onAct={onResolve} />
  if (saving.kind === 'failed')
    return <DraftTrouble text={saving.why ?? texts.notSaved} act={texts.retry} onAct={onRetry} />
  if (saving.kind === 'offline')
    return (
      <output className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-warning-fg">
        <CloudOff size={13} aria-hidden />
        {texts.offline}
      </output>
    )
  const said = savingText(saving, draft, zone)
  if (!said) return null
  const settled = saving.kind === 'saved' || saving.kind === 'unchanged'
  return (
    <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-fg-3 max-[1240px]:sr-only">
      <span aria-hidden className={cn('size-1.5 rounded-full', settled ? 'bg-warning-mark' : 'bg-neutral-mark')} />
      {/* As wide in every state, so that what stands before it holds still; in two lines, so that the name has room. */}
      <span className="flex min-w-30 flex-col leading-4">
        <span>{said}</span>
        <span>{texts.notPublished}</span>
      </span>
    </span>
  )
}

function savingText(saving: SaveState, draft: WorkflowDraft | null | undefined, zone: string): string | undefined {
  if (saving.kind === 'sending') return texts.saving
  if (saving.kind === 'waiting') return texts.waiting
  if (saving.kind === 'saved') return draft ? texts.draftSaved(clockTime(saving.at, zone)) : undefined
  return draft ? texts.draftSaved(clockTime(draft.updated_at, zone)) : undefined
}
