import type { CurrentUser } from '@throughline/contracts/auth'
import type { Author } from '@throughline/contracts/workflows'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ClashSide, ClashSides } from '../clash-sides.tsx'
import { clockTime } from '../format/time.ts'
import { draftTexts } from './draft.texts.ts'
import type { Conflict, Side } from './merging.ts'

const texts = draftTexts.clash
const MAX_LENGTH = 160

function valueText(value: unknown, { element, field }: Conflict<unknown>): string {
  if (value === undefined || value === null || value === '') return element && !field ? texts.removed : texts.nothing
  if (element && !field) return texts.kept
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

type ClashDialogProps<E> = {
  conflicts: readonly Conflict<E>[]
  /** Who saved the other side, and when. */
  them: Author | null
  savedAt: string | undefined
  user: CurrentUser
  titleOf: (conflict: Conflict<E>) => string
  onResolve: (take: Record<string, Side>) => void
  onDiscard: () => void
  onClose: () => void
}

/** What fits is together already; only places that both changed ask which of the two. */
export function ClashDialog<E>(props: ClashDialogProps<E>) {
  const { conflicts, them, savedAt, user, titleOf, onResolve, onDiscard, onClose } = props
  const [take, setTake] = useState<Record<string, Side>>(() =>
    Object.fromEntries(conflicts.map(({ key, mine }): [string, Side] => [key, mine === undefined ? 'theirs' : 'mine'])),
  )
  return (
    <Dialog
      onClose={onClose}
      stays
      width={640}
      title={texts.title(them?.name ?? texts.someone)}
      note={texts.note}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onDiscard}>{texts.discard}</Button>
          <Button variant="primary" onClick={() => onResolve(take)}>
            {texts.merge}
          </Button>
        </>
      }
    >
      {conflicts.map((conflict, at) => (
        <Choice
          key={conflict.key}
          title={titleOf(conflict)}
          conflict={conflict}
          first={at === 0}
          side={take[conflict.key] ?? 'mine'}
          onSide={(side) => setTake((now) => ({ ...now, [conflict.key]: side }))}
          sides={[
            { value: 'mine', who: user.name, photo: user.photo, note: texts.you },
            {
              value: 'theirs',
              who: them?.name ?? texts.someone,
              photo: them?.photo ?? null,
              note: savedAt === undefined ? '' : clockTime(savedAt, user.time_zone),
            },
          ]}
        />
      ))}
    </Dialog>
  )
}

type ChoiceProps = {
  title: string
  conflict: Conflict<unknown>
  first: boolean
  side: Side
  sides: readonly Omit<ClashSide<Side>, 'text'>[]
  onSide: (side: Side) => void
}

function Choice({ title, conflict, first, side, sides, onSide }: ChoiceProps) {
  return (
    <div className="mt-2 rounded-lg border p-3 first:mt-0">
      <p className="flex items-baseline gap-2 text-sm">
        <span translate="no" className="min-w-0 flex-1 truncate font-medium">
          {title}
        </span>
        <span translate="no" className="min-w-0 truncate text-xs text-fg-3">
          {texts.was(valueText(conflict.base, conflict))}
        </span>
      </p>
      <ClashSides
        label={texts.which(title)}
        sides={sides.map((one) => ({ ...one, text: valueText(conflict[one.value], conflict) }))}
        {...{ side, onSide, first }}
      />
    </div>
  )
}
