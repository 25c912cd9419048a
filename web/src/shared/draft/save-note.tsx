import type { Author } from '@throughline/contracts/workflows'
import { Avatar } from '../../ui/avatar.tsx'
import { cn } from '../../ui/cn.ts'
import { useZone } from '../current-user.ts'
import { DraftTrouble } from '../draft-trouble.tsx'
import { clockTime } from '../format/time.ts'
import { draftTexts as texts } from './draft.texts.ts'
import type { DraftState } from './reduce.ts'

type SaveNoteProps = {
  state: Pick<DraftState<unknown, unknown, unknown>, 'clash' | 'failed' | 'sending' | 'savedAt'>
  dirty: boolean
  /** When the draft was changed before this page was opened; absent without a draft. */
  changedAt: string | undefined
  onRetry: () => void
  onResolve: () => void
}

/** Where the changes are. Said aloud only when they are not on the server. */
export function SaveNote({ state, dirty, changedAt, onRetry, onResolve }: SaveNoteProps) {
  const zone = useZone()
  if (state.clash) return <DraftTrouble text={texts.clashed} act={texts.resolve} onAct={onResolve} />
  if (state.failed !== undefined)
    return <DraftTrouble text={state.failed || texts.notSaved} act={texts.retry} onAct={onRetry} />
  const { savedAt, sending } = state
  const saved = changedAt === undefined ? undefined : texts.draftSaved(clockTime(savedAt ?? changedAt, zone))
  const text = sending ? texts.saving : dirty ? texts.unsaved : saved
  if (!text) return null
  return (
    <output className="mr-1 inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-fg-3 max-[1240px]:sr-only">
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full', dirty || sending ? 'bg-neutral-mark' : 'bg-warning-mark')}
      />
      {text}
    </output>
  )
}

/** Others whose changes are in the draft. */
export function Faces({ people }: { people: readonly Author[] }) {
  if (people.length === 0) return null
  const said = texts.alsoHere(people.map(({ name }) => name).join(', '))
  return (
    <span title={said} className="mr-0.5 flex -space-x-1.5 max-[1100px]:hidden">
      <span className="sr-only">{said}</span>
      {people.slice(0, 3).map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={24} className="ring-2 ring-surface" />
      ))}
    </span>
  )
}
